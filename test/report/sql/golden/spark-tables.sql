-- The tables that query.sql joins, from the files beside this one.
CREATE TABLE `lake`.`anp_pods` (`segment` INT, `pod` STRING) USING csv OPTIONS (path = 'pods.csv', header = 'true');
-- The tables that query.sql joins, from the files beside this one.
CREATE TABLE `lake`.`anp_pods` (`segment` INT, `pod` STRING) USING parquet OPTIONS (path = 'pods.parquet');
