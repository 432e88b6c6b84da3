-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE "lake"."anp_pods" AS SELECT * FROM read_csv('pods.csv', header = true, columns = {'segment': 'INTEGER', 'pod': 'VARCHAR'});
-- The tables that query.sql joins, from the files beside this one.
CREATE OR REPLACE TABLE "lake"."anp_pods" AS SELECT * FROM read_parquet('pods.parquet');
