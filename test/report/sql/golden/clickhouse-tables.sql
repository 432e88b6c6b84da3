-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE `lake`.`anp_pods` (`segment` Int32, `pod` String) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO `lake`.`anp_pods` FROM INFILE 'pods.csv' FORMAT CSVWithNames;
-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE `lake`.`anp_pods` (`segment` Int32, `pod` String) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO `lake`.`anp_pods` FROM INFILE 'pods.parquet' FORMAT Parquet;
