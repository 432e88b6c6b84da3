-- What recorded traffic and policies come to: a row for each kind of flow, or reason why records aren't compared.
-- Of plain logs it reads: time, end_time, count, source_ip, source_namespace, source_pod, source_port, destination_ip, destination_namespace, destination_pod, destination_port, protocol, verdict, direction, reason, reply.
WITH
log AS (
  SELECT * FROM `lake`.`flows`
),
cells AS (
  SELECT
    CASE WHEN TRIM(COALESCE(CAST(`time` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`time` AS STRING), '')) END AS c_time,
    CASE WHEN TRIM(COALESCE(CAST(`end_time` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`end_time` AS STRING), '')) END AS c_end_time,
    CASE WHEN TRIM(COALESCE(CAST(`count` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`count` AS STRING), '')) END AS c_count,
    CASE WHEN TRIM(COALESCE(CAST(`source_ip` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`source_ip` AS STRING), '')) END AS c_source_ip,
    CASE WHEN TRIM(COALESCE(CAST(`source_namespace` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`source_namespace` AS STRING), '')) END AS c_source_namespace,
    CASE WHEN TRIM(COALESCE(CAST(`source_pod` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`source_pod` AS STRING), '')) END AS c_source_pod,
    CASE WHEN TRIM(COALESCE(CAST(`source_port` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`source_port` AS STRING), '')) END AS c_source_port,
    CASE WHEN TRIM(COALESCE(CAST(`destination_ip` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`destination_ip` AS STRING), '')) END AS c_destination_ip,
    CASE WHEN TRIM(COALESCE(CAST(`destination_namespace` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`destination_namespace` AS STRING), '')) END AS c_destination_namespace,
    CASE WHEN TRIM(COALESCE(CAST(`destination_pod` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`destination_pod` AS STRING), '')) END AS c_destination_pod,
    CASE WHEN TRIM(COALESCE(CAST(`destination_port` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`destination_port` AS STRING), '')) END AS c_destination_port,
    LOWER(CASE WHEN TRIM(COALESCE(CAST(`protocol` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`protocol` AS STRING), '')) END) AS c_protocol,
    LOWER(CASE WHEN TRIM(COALESCE(CAST(`verdict` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`verdict` AS STRING), '')) END) AS c_verdict,
    LOWER(CASE WHEN TRIM(COALESCE(CAST(`direction` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`direction` AS STRING), '')) END) AS c_direction,
    LOWER(CASE WHEN TRIM(COALESCE(CAST(`reason` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`reason` AS STRING), '')) END) AS c_reason,
    LOWER(CASE WHEN TRIM(COALESCE(CAST(`reply` AS STRING), '')) = '-' THEN '' ELSE TRIM(COALESCE(CAST(`reply` AS STRING), '')) END) AS c_reply
  FROM log
),
words AS (
  SELECT
    *,
    CASE WHEN c_protocol IN ('tcp', '6') THEN 'TCP' WHEN c_protocol IN ('udp', '17') THEN 'UDP' WHEN c_protocol IN ('sctp', '132') THEN 'SCTP' WHEN c_protocol IN ('icmp', '1', 'icmpv6', 'icmp6', '58') THEN 'ICMP' WHEN c_protocol = '' THEN 'unknown' ELSE CASE WHEN (c_protocol RLIKE '^(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]|other)$') THEN 'other' ELSE '?' END END AS p_protocol,
    CASE WHEN c_verdict IN ('allowed', 'allow', 'accepted', 'accept', 'forwarded', 'passed') THEN 'allowed' WHEN c_verdict IN ('denied', 'deny', 'dropped', 'drop', 'rejected', 'reject') THEN 'dropped' WHEN c_verdict = 'audit' THEN 'would-drop' WHEN c_verdict IN ('none', '') THEN 'none' ELSE '?' END AS p_seen,
    CASE WHEN c_direction IN ('egress', 'ingress', 'connection') THEN c_direction WHEN c_direction = '' THEN 'unknown' ELSE '?' END AS p_point,
    CASE WHEN c_reply IN ('true', 'yes') THEN 'yes' WHEN c_reply IN ('false', 'no') THEN 'no' WHEN c_reply = '' THEN 'unknown' ELSE '?' END AS p_reply,
    CASE WHEN c_time = '' THEN NULL WHEN (c_time RLIKE '^[0-9]+([.][0-9]+)?$') THEN CASE WHEN TRY_CAST(c_time AS DOUBLE) < 100000000000 THEN TRY_CAST(c_time AS DOUBLE) * 1000 WHEN TRY_CAST(c_time AS DOUBLE) < 100000000000000 THEN TRY_CAST(c_time AS DOUBLE) END ELSE unix_micros(TRY_CAST(c_time AS TIMESTAMP)) / 1000.0D END AS p_t0,
    CASE WHEN c_end_time = '' THEN NULL WHEN (c_end_time RLIKE '^[0-9]+([.][0-9]+)?$') THEN CASE WHEN TRY_CAST(c_end_time AS DOUBLE) < 100000000000 THEN TRY_CAST(c_end_time AS DOUBLE) * 1000 WHEN TRY_CAST(c_end_time AS DOUBLE) < 100000000000000 THEN TRY_CAST(c_end_time AS DOUBLE) END ELSE unix_micros(TRY_CAST(c_end_time AS TIMESTAMP)) / 1000.0D END AS p_t1,
    CASE WHEN c_count = '' THEN 1 ELSE CASE WHEN (c_count RLIKE '^[0-9]+$') AND TRY_CAST(c_count AS BIGINT) <= 9007199254740991 THEN TRY_CAST(c_count AS BIGINT) END END AS p_n,
    CASE WHEN (c_source_port RLIKE '^[0-9]+$') AND TRY_CAST(c_source_port AS BIGINT) <= 65535 THEN TRY_CAST(c_source_port AS BIGINT) END AS p_s_port,
    CASE WHEN (c_destination_port RLIKE '^[0-9]+$') AND TRY_CAST(c_destination_port AS BIGINT) <= 65535 THEN TRY_CAST(c_destination_port AS BIGINT) END AS p_port
  FROM cells
),
flows AS (
  SELECT
    p_t0 AS t0,
    COALESCE(p_t1, p_t0) AS t1,
    COALESCE(p_n, 1) AS n,
    CASE WHEN c_source_namespace <> '' THEN 'pod' ELSE 'address' END AS s_kind,
    c_source_namespace AS s_ns,
    c_source_pod AS s_pod,
    c_source_ip AS s_ip,
    '' AS s_node,
    0 AS s_out,
    CASE WHEN c_destination_namespace <> '' THEN 'pod' ELSE 'address' END AS d_kind,
    c_destination_namespace AS d_ns,
    c_destination_pod AS d_pod,
    c_destination_ip AS d_ip,
    '' AS d_node,
    0 AS d_out,
    p_protocol AS protocol,
    CASE WHEN p_protocol IN ('TCP', 'UDP', 'SCTP') THEN p_s_port END AS s_port,
    CASE WHEN p_protocol IN ('TCP', 'UDP', 'SCTP') THEN p_port END AS port,
    TRY_CAST('' AS BIGINT) AS icmp,
    TRY_CAST('' AS BIGINT) AS opens,
    p_seen AS seen,
    CASE WHEN p_seen NOT IN ('dropped', 'would-drop') THEN '' WHEN c_reason IN ('', 'policy') THEN 'policy' WHEN c_reason IN ('policy-default', 'unknown') THEN c_reason ELSE 'other' END AS cause,
    p_point AS point,
    p_reply AS reply,
    CASE WHEN p_protocol = '?' OR p_seen = '?' OR p_point = '?' OR p_reply = '?' OR (c_time <> '' AND p_t0 IS NULL) OR (c_end_time <> '' AND p_t1 IS NULL) OR COALESCE(p_n, 0) < 1 OR (p_protocol IN ('TCP', 'UDP', 'SCTP') AND c_source_port <> '' AND p_s_port IS NULL) OR (p_protocol IN ('TCP', 'UDP', 'SCTP') AND c_destination_port <> '' AND p_port IS NULL) OR (c_source_namespace = '' AND (c_source_pod <> '' OR c_source_ip = '')) OR (c_destination_namespace = '' AND (c_destination_pod <> '' OR c_destination_ip = '')) THEN 1 ELSE 0 END AS is_bad,
    0 AS is_left,
    0 AS is_lost
  FROM words
),
timed AS (
  SELECT *, CASE WHEN t1 IS NULL THEN -1 WHEN t1 < 1795420800000 THEN 0 WHEN t1 <= 1795422600000 THEN 2 WHEN t1 < 1795424400000 THEN 3 ELSE 4 END AS segment, CASE WHEN t_from IS NULL THEN 0 WHEN t_from < 1795420800000 THEN 0 WHEN t_from <= 1795422600000 THEN 0 WHEN t_from < 1795424400000 THEN 0 ELSE 1 END AS since_state, CASE WHEN t1 IS NULL THEN 1 WHEN t1 < 1795420800000 THEN 0 WHEN t1 <= 1795422600000 THEN 1 WHEN t1 < 1795424400000 THEN 1 ELSE 1 END AS until_state
  FROM (SELECT *, CASE WHEN t0 < t1 THEN t0 ELSE t1 END AS t_from FROM flows WHERE is_left = 0) AS begun
),
met AS (
  SELECT DISTINCT segment, since_state, until_state, kind, ns, pod, ip, node, is_out FROM (
    SELECT segment, since_state, until_state, s_kind AS kind, s_ns AS ns, s_pod AS pod, s_ip AS ip, s_node AS node, s_out AS is_out FROM timed WHERE is_bad = 0 AND is_lost = 0
    UNION ALL
    SELECT segment, since_state, until_state, d_kind AS kind, d_ns AS ns, d_pod AS pod, d_ip AS ip, d_node AS node, d_out AS is_out FROM timed WHERE is_bad = 0 AND is_lost = 0
  ) AS both_ends
),
addressed AS (
  SELECT *, CASE WHEN address LIKE '4%' THEN 'IPv4' WHEN address LIKE '6%' THEN 'IPv6' ELSE 'none' END AS family, SUBSTR(address, 1, 4) AS bucket FROM (
    SELECT *, CASE
      WHEN ip = '' THEN ''
      WHEN (plain_ip RLIKE '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])[.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])[.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])[.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$') THEN CONCAT('4', LPAD(split_part(plain_ip, '.', 1), 3, '0'), LPAD(split_part(plain_ip, '.', 2), 3, '0'), LPAD(split_part(plain_ip, '.', 3), 3, '0'), LPAD(split_part(plain_ip, '.', 4), 3, '0'))
      WHEN (long_ip RLIKE '^([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}$') AND LOWER(long_ip) NOT LIKE '0:0:0:0:0:ffff:%' THEN CONCAT('60', LOWER(CONCAT(LPAD(split_part(long_ip, ':', 1), 4, '0'), LPAD(split_part(long_ip, ':', 2), 4, '0'), LPAD(split_part(long_ip, ':', 3), 4, '0'), LPAD(split_part(long_ip, ':', 4), 4, '0'), LPAD(split_part(long_ip, ':', 5), 4, '0'), LPAD(split_part(long_ip, ':', 6), 4, '0'), LPAD(split_part(long_ip, ':', 7), 4, '0'), LPAD(split_part(long_ip, ':', 8), 4, '0'))))
      ELSE '?' END AS address
    FROM (
      SELECT *, CASE
        WHEN padded_ip LIKE '%::%' AND ((LENGTH(padded_ip) - LENGTH(REPLACE(padded_ip, ':', ''))) < 8 OR padded_ip <> plain_ip) THEN REPLACE(padded_ip, '::', CONCAT(':', repeat('0:', CAST(GREATEST(8 - (LENGTH(padded_ip) - LENGTH(REPLACE(padded_ip, ':', ''))), 0) AS INT))))
        ELSE plain_ip END AS long_ip
      FROM (
        SELECT *, CONCAT(CASE WHEN plain_ip LIKE '::%' THEN '0' ELSE '' END, plain_ip, CASE WHEN plain_ip LIKE '%::' THEN '0' ELSE '' END) AS padded_ip
        FROM (
          SELECT *, COALESCE(NULLIF(regexp_extract(ip, '^::[fF][fF][fF][fF]:([0-9.]+)$', 1), ''), ip) AS plain_ip FROM met
        ) AS mapped
      ) AS padded
    ) AS spelled
  ) AS keyed
),
made AS (
  SELECT n.segment AS segment, n.ns AS ns, n.pod AS pod, CASE WHEN MIN(m.workload) = MAX(m.workload) THEN MAX(m.found) ELSE 0 END AS found
  FROM (
    SELECT segment, ns, pod, 1 AS form, NULLIF(regexp_extract(pod, '^(.+)-[bcdfghjklmnpqrstvwxz2456789]{1,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$', 1), '') AS base FROM addressed WHERE kind = 'pod'
    UNION ALL
    SELECT segment, ns, pod, 2 AS form, NULLIF(regexp_extract(pod, '^(.+)-[bcdfghjklmnpqrstvwxz2456789]{5}$', 1), '') AS base FROM addressed WHERE kind = 'pod'
    UNION ALL
    SELECT segment, ns, pod, 3 AS form, NULLIF(regexp_extract(pod, '^(.+)-[0-9]+$', 1), '') AS base FROM addressed WHERE kind = 'pod'
    UNION ALL
    SELECT segment, ns, pod, 4 AS form, NULLIF(regexp_extract(pod, '^(.+)-[0-9]+-[bcdfghjklmnpqrstvwxz2456789]{5}$', 1), '') AS base FROM addressed WHERE kind = 'pod'
  ) AS n
  JOIN `lake`.`anp_makers` AS m ON m.segment = n.segment AND m.namespace = n.ns AND m.form = n.form AND m.base = n.base
  GROUP BY n.segment, n.ns, n.pod
),
placed AS (
  SELECT a.segment AS segment, a.address AS address, b.found AS found, b.reason AS reason, b.outside AS outside
  FROM (SELECT DISTINCT segment, address, bucket FROM addressed WHERE kind = 'address') AS a
  JOIN `lake`.`anp_blocks` AS b ON b.segment = a.segment AND b.bucket = a.bucket
  WHERE a.address BETWEEN b.lo AND b.hi
),
handed AS (
  SELECT DISTINCT a.segment AS segment, a.since_state AS since_state, a.address AS address, 1 AS is_handed
  FROM addressed AS a
  JOIN `lake`.`anp_handovers` AS h ON h.address = a.address
  WHERE h.state >= a.since_state AND h.state < a.until_state
),
known AS (
  SELECT e.segment AS segment, e.since_state AS since_state, e.kind AS kind, e.ns AS ns, e.pod AS pod, e.ip AS ip, e.node AS node, e.is_out AS is_out, e.address AS address, e.family AS family, e.reason AS reason,
    COALESCE(f.end_no, 0) AS end_no, COALESCE(f.by_node, 0) AS by_node, COALESCE(f.on_host, 0) AS on_host, COALESCE(f.self, 0) AS self, COALESCE(f.listener, 0) AS listener
  FROM (
    SELECT *, CASE WHEN found > 0 THEN 'none' WHEN kind = 'pod' THEN 'unknown-pod' WHEN kind IN ('address', 'host') AND is_out = 0 AND handed_over = 1 THEN 'ambiguous-address' WHEN kind = 'host' THEN 'unknown-node' WHEN kind = 'address' THEN address_reason ELSE 'unknown-end' END AS reason
    FROM (
      SELECT a.segment AS segment, a.since_state AS since_state, a.kind AS kind, a.ns AS ns, a.pod AS pod, a.ip AS ip, a.node AS node, a.is_out AS is_out, a.address AS address, a.family AS family,
        CASE
          WHEN a.kind = 'pod' THEN COALESCE(NULLIF(p.found, 0), m.found, 0)
          WHEN a.kind = 'host' AND COALESCE(h.found, 0) > 0 THEN h.found
          WHEN a.is_out = 0 AND COALESCE(x.is_handed, 0) = 1 THEN 0
          WHEN a.kind = 'host' THEN COALESCE(o.node_found, 0)
          WHEN a.kind = 'address' AND a.is_out = 1 THEN COALESCE(b.outside, 0)
          WHEN a.kind = 'address' THEN CASE WHEN COALESCE(o.reason, '') <> '' THEN o.found ELSE COALESCE(b.found, 0) END
          ELSE 0 END AS found,
        COALESCE(x.is_handed, 0) AS handed_over,
        CASE WHEN COALESCE(o.reason, '') <> '' THEN o.reason ELSE COALESCE(b.reason, 'none') END AS address_reason
      FROM addressed AS a
      LEFT JOIN `lake`.`anp_pods` AS p ON p.segment = a.segment AND p.namespace = a.ns AND p.pod = a.pod
      LEFT JOIN made AS m ON m.segment = a.segment AND m.ns = a.ns AND m.pod = a.pod
      LEFT JOIN `lake`.`anp_nodes` AS h ON h.segment = a.segment AND h.node = a.node AND h.family = a.family
      LEFT JOIN `lake`.`anp_addresses` AS o ON o.segment = a.segment AND o.address = a.address
      LEFT JOIN handed AS x ON x.segment = a.segment AND x.since_state = a.since_state AND x.address = a.address
      LEFT JOIN placed AS b ON b.segment = a.segment AND b.address = a.address
    ) AS looked_up
  ) AS e
  LEFT JOIN `lake`.`anp_found` AS f ON f.found = e.found
),
read_flows AS (
  SELECT t.t0 AS t0, t.t1 AS t1, t.n AS n, t.s_kind AS s_kind, t.s_ns AS s_ns, t.s_pod AS s_pod, t.s_ip AS s_ip, t.s_node AS s_node, t.s_out AS s_out, t.d_kind AS d_kind, t.d_ns AS d_ns, t.d_pod AS d_pod, t.d_ip AS d_ip, t.d_node AS d_node, t.d_out AS d_out, t.protocol AS protocol, t.s_port AS s_port, t.port AS port, t.icmp AS icmp, t.opens AS opens, t.seen AS seen, t.cause AS cause, t.point AS point, t.reply AS reply, t.is_bad AS is_bad, t.is_left AS is_left, t.is_lost AS is_lost,
    COALESCE(s.reason, 'none') AS s_reason, COALESCE(s.address, 'none') AS s_address, COALESCE(s.family, 'none') AS s_family, COALESCE(s.end_no, 0) AS s_end_no, COALESCE(s.by_node, 0) AS s_by_node, COALESCE(s.on_host, 0) AS s_on_host, COALESCE(s.self, 0) AS s_self,
    COALESCE(d.reason, 'none') AS d_reason, COALESCE(d.address, 'none') AS d_address, COALESCE(d.family, 'none') AS d_family, COALESCE(d.end_no, 0) AS d_end_no, COALESCE(d.by_node, 0) AS d_by_node, COALESCE(d.on_host, 0) AS d_on_host, COALESCE(d.self, 0) AS d_self,
    CASE WHEN t.port < 32768 OR COALESCE(ld.listener, 0) > 0 THEN 1 ELSE 0 END AS there, CASE WHEN t.s_port < 32768 OR COALESCE(ls.listener, 0) > 0 THEN 1 ELSE 0 END AS here
  FROM timed AS t
  LEFT JOIN known AS s ON s.segment = t.segment AND s.since_state = t.since_state AND s.kind = t.s_kind AND s.ns = t.s_ns AND s.pod = t.s_pod AND s.ip = t.s_ip AND s.node = t.s_node AND s.is_out = t.s_out
  LEFT JOIN known AS d ON d.segment = t.segment AND d.since_state = t.since_state AND d.kind = t.d_kind AND d.ns = t.d_ns AND d.pod = t.d_pod AND d.ip = t.d_ip AND d.node = t.d_node AND d.is_out = t.d_out
  LEFT JOIN `lake`.`anp_listens` AS ls ON ls.listener = s.listener AND ls.protocol = t.protocol AND ls.port = t.s_port
  LEFT JOIN `lake`.`anp_listens` AS ld ON ld.listener = d.listener AND ld.protocol = t.protocol AND ld.port = t.port
),
reasoned AS (
  SELECT *, CASE
      WHEN is_lost = 1 THEN 'lost-events'
      WHEN is_bad = 1 OR s_address = '?' OR d_address = '?' THEN 'bad-line'
      WHEN seen = 'none' THEN 'no-verdict'
      WHEN seen = 'dropped' AND cause = 'other' THEN 'other-drop'
      WHEN reply = 'yes' THEN 'reply'
      WHEN protocol = 'unknown' THEN 'unknown-protocol'
      WHEN is_reply = 2 THEN 'direction'
      WHEN is_reply = 1 THEN 'reply'
      WHEN s_reason <> 'none' THEN s_reason
      WHEN d_reason <> 'none' THEN d_reason
      WHEN protocol IN ('TCP', 'UDP', 'SCTP') AND COALESCE(port, 0) = 0 THEN 'unknown-port'
      ELSE 'none' END AS why
  FROM (SELECT *, CASE
      WHEN reply = 'no' THEN 0
      WHEN protocol = 'ICMP' THEN CASE WHEN icmp IS NULL OR icmp IN (8, 128) THEN 0 ELSE 1 END
      WHEN opens = 1 THEN 0
      WHEN s_port IS NULL OR port IS NULL THEN 0
      WHEN there <> here THEN here
      ELSE 2 END AS is_reply FROM read_flows) AS asked
),
counted AS (
  SELECT k_from_end AS from_end, k_to_end AS to_end, k_is_self AS is_self, k_family AS family, k_protocol AS protocol, k_lo_port AS lo_port, k_point AS point, k_fate AS fate, k_why AS why, SUM(CASE WHEN k_why = 'bad-line' THEN 1 ELSE n END) AS n, MIN(t0) AS t0, MAX(t1) AS t1, MIN(CASE WHEN s_kind = 'address' THEN s_address END) AS from_sample, MIN(CASE WHEN d_kind = 'address' THEN d_address END) AS to_sample
  FROM (
    SELECT n, t0, t1, s_kind, s_address, d_kind, d_address,
      CASE WHEN why = 'none' THEN CASE WHEN d_on_host = 1 THEN s_by_node ELSE s_end_no END ELSE 0 END AS k_from_end,
      CASE WHEN why = 'none' THEN CASE WHEN s_on_host = 1 THEN d_by_node ELSE d_end_no END ELSE 0 END AS k_to_end,
      CASE WHEN why = 'none' THEN CASE WHEN s_self > 0 AND s_self = d_self THEN 1 ELSE 0 END ELSE 0 END AS k_is_self,
      CASE WHEN why = 'none' THEN CASE WHEN d_family = 'none' THEN s_family ELSE d_family END ELSE 'none' END AS k_family,
      CASE WHEN why = 'none' THEN CASE WHEN protocol IN ('TCP', 'UDP', 'SCTP') THEN protocol ELSE 'none' END ELSE 'none' END AS k_protocol,
      CASE WHEN why = 'none' THEN CASE WHEN protocol NOT IN ('TCP', 'UDP', 'SCTP') THEN 0 WHEN port >= 50052 THEN 50052 WHEN port >= 50051 THEN 50051 WHEN port >= 32768 THEN 32768 ELSE port END ELSE 0 END AS k_lo_port,
      point AS k_point,
      CASE WHEN seen = 'dropped' AND cause IN ('', 'unknown') THEN 'dropped-somehow' ELSE seen END AS k_fate,
      why AS k_why
    FROM reasoned
  ) AS kinds
  GROUP BY k_from_end, k_to_end, k_is_self, k_family, k_protocol, k_lo_port, k_point, k_fate, k_why
),
related AS (
  SELECT r.from_end AS from_end, r.to_end AS to_end, r.is_self AS is_self, r.family AS family, r.protocol AS protocol, r.lo_port AS lo_port, r.point AS point, r.fate AS fate, r.why AS why, r.n AS n, r.t0 AS t0, r.t1 AS t1, r.from_sample AS from_sample, r.to_sample AS to_sample, r.from_label AS from_label, r.to_label AS to_label, r.hi_port AS hi_port, r.from_service AS from_service, r.to_service AS to_service, COALESCE(p.flow, 0) AS flow
  FROM (
    SELECT c.from_end AS from_end, c.to_end AS to_end, c.is_self AS is_self, c.family AS family, c.protocol AS protocol, c.lo_port AS lo_port, c.point AS point, c.fate AS fate, c.why AS why, c.n AS n, c.t0 AS t0, c.t1 AS t1, c.from_sample AS from_sample, c.to_sample AS to_sample, CASE WHEN c.lo_port = 32768 THEN 50050 WHEN c.lo_port = 50051 THEN 50051 WHEN c.lo_port = 50052 THEN 65535 ELSE c.lo_port END AS hi_port, COALESCE(a.label, 'none') AS from_label, COALESCE(b.label, 'none') AS to_label, COALESCE(a.state, 0) AS state, COALESCE(a.service, 0) AS from_service, COALESCE(b.service, 0) AS to_service,
      CASE WHEN b.service = 1 THEN c.from_end ELSE a.class END AS source_class, b.class AS destination_class, CASE WHEN c.is_self = 1 THEN 'self' WHEN a.node > 0 AND a.node = b.node AND (a.own_node = 1 OR b.own_node = 1) THEN 'own' ELSE 'other' END AS relation, CASE WHEN c.family <> 'none' THEN c.family ELSE COALESCE(g.family, 'none') END AS pair_family
    FROM counted AS c
    LEFT JOIN `lake`.`anp_ends` AS a ON a.end_no = c.from_end
    LEFT JOIN `lake`.`anp_ends` AS b ON b.end_no = c.to_end
    LEFT JOIN `lake`.`anp_families` AS g ON g.source = a.families AND g.destination = b.families
  ) AS r
  LEFT JOIN `lake`.`anp_pairs` AS p ON p.state = r.state AND p.source = r.source_class AND p.destination = r.destination_class AND p.relation = r.relation AND p.family = r.pair_family
),
judged AS (
  SELECT from_end, to_end, is_self, family, protocol, lo_port, hi_port, point, fate, n, t0, t1, from_sample, to_sample, from_label, to_label, answer,
    CASE WHEN came_to IN ('dropped', 'passed', 'open', 'agrees') THEN came_to ELSE 'not-judged' END AS outcome,
    CASE WHEN came_to IN ('dropped', 'passed', 'open', 'agrees') THEN 'none' ELSE came_to END AS not_judged,
    verdict, decided_by
  FROM (
    SELECT *, CASE
      WHEN why <> 'none' THEN why
      WHEN answer = 0 THEN CASE WHEN from_service = 1 THEN 'from-service' WHEN flow = 0 THEN 'other-family' WHEN to_service = 1 THEN 'no-backends' ELSE 'node-port' END
      WHEN verdict IN ('undefined', 'unknown') THEN 'open'
      WHEN fate = 'allowed' AND verdict = 'allowed' THEN 'agrees'
      WHEN fate = 'allowed' AND point = 'unknown' AND NOT (egress_verdict = 'denied' AND ingress_verdict = 'denied') THEN 'one-of-two'
      WHEN fate = 'allowed' THEN 'passed'
      WHEN verdict = 'denied' THEN 'agrees'
      WHEN fate = 'dropped-somehow' THEN 'unknown-drop'
      ELSE 'dropped' END AS came_to
    FROM (
      SELECT r.from_end AS from_end, r.to_end AS to_end, r.is_self AS is_self, r.family AS family, r.protocol AS protocol, r.lo_port AS lo_port, r.point AS point, r.fate AS fate, r.why AS why, r.n AS n, r.t0 AS t0, r.t1 AS t1, r.from_sample AS from_sample, r.to_sample AS to_sample, r.from_label AS from_label, r.to_label AS to_label, r.hi_port AS hi_port, r.from_service AS from_service, r.to_service AS to_service, r.flow AS flow, COALESCE(w.answer, 0) AS answer, COALESCE(w.egress, 'none') AS egress_verdict, COALESCE(w.ingress, 'none') AS ingress_verdict,
        COALESCE(CASE WHEN r.point IN ('egress') THEN w.egress WHEN r.point IN ('ingress') THEN w.ingress ELSE w.connection END, 'none') AS verdict,
        COALESCE(CASE WHEN r.point IN ('egress') THEN w.egress_by WHEN r.point IN ('ingress') THEN w.ingress_by ELSE w.connection_by END, 'none') AS decided_by
      FROM related AS r
      JOIN `lake`.`anp_intervals` AS i ON i.flow = r.flow AND i.protocol = r.protocol
      LEFT JOIN `lake`.`anp_answers` AS w ON w.answer = i.answer
      WHERE r.lo_port BETWEEN i.lo AND i.hi
    ) AS answered
  ) AS compared
)
SELECT
  outcome,
  not_judged,
  from_label AS source,
  to_label AS destination,
  protocol,
  lo_port AS first_port,
  hi_port AS last_port,
  fate AS seen,
  point AS hook,
  verdict,
  decided_by,
  SUM(n) AS records,
  MIN(t0) AS first_ms,
  MAX(t1) AS last_ms
FROM judged
GROUP BY outcome, not_judged, from_label, to_label, protocol, lo_port, hi_port, fate, point, verdict, decided_by
ORDER BY outcome, records DESC, source, destination, protocol, first_port, seen, hook, verdict, decided_by, not_judged;
