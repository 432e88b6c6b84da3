-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE `lake.anp_pods` (`segment` INT64, `pod` STRING);
-- then, in a shell: bq load --source_format=CSV --skip_leading_rows=1 lake.anp_pods pods.csv
-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE `lake.anp_pods` (`segment` INT64, `pod` STRING);
-- then, in a shell: bq load --source_format=PARQUET lake.anp_pods pods.parquet
