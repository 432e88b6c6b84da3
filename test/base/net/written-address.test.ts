import { describe, expect, it } from "vitest";
import { writtenAddresses, loneHost, lonePort } from "../../../src/base/net/written-address.js";

function read(text: string): string[] {
  return writtenAddresses(text).map(({ host, port }) => `${host} ${port}`);
}

describe("an address in a text", () => {
  it.each<[text: string, expected: readonly string[]]>([
    ["redis-cart:6379", ["redis-cart 6379"]],
    [" a.b:1 , c:2 ", ["a.b 1", "c 2"]],
    ["A.Example.COM.:65535", ["a.example.com 65535"]],
    ["jdbc:postgresql://db.shop/orders?user=a&password=b", ["db.shop 5432"]],
    ["mongodb://u:p@m-0.m:27018,m-1.m/db", ["m-0.m 27018", "m-1.m 27017"]],
    ["postgres://u:p@ss/word@db:1/", []],
    ["https://user:p@ss@api.example.com/", ["api.example.com 443"]],
    ["grpc://otel:4317", ["otel 4317"]],
    ["tcp://otel", ["otel undefined"]],
    ["redis", []],
    ["redis:", []],
    ["redis:0", []],
    ["redis:65536", []],
    ["12:30", []],
    ["192.0.2.1:80", []],
    ["[2001:db8::1]:80", []],
    ["1@kafka-0.kafka:9093,2@kafka-1.kafka:9093", ["kafka-0.kafka 9093", "kafka-1.kafka 9093"]],
    ["1@kafka-0.kafka:9093", ["kafka-0.kafka 9093"]],
    ["a@kafka-0.kafka:9093,b@kafka-1.kafka:9093", []],
    ["1@2@a:1", []],
    ["a=http://a.etcd:2380, b=https://b.etcd", ["a.etcd 2380", "b.etcd 443"]],
    ["a=http://a.etcd:2380", []],
    ["a=b:1,c=d:2", []],
    ["http://a:9200,http://b:9201/x", ["a 9200", "b 9201"]],
    ["http://a:9200,redis", ["a 9200", "redis 80"]],
    ["http://u:p,http://x@host:80/", []],
    ["a:1,b", []],
    ["nginx:1.25", []],
    ["s3://bucket/key", []],
    ["http://", []],
    ["http://user@/", []],
    ["-a:80", []],
    [`${"a".repeat(64)}:80`, []],
    [`${"a,".repeat(2000)}b:80`, []],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("is a host or a port by itself only where nothing else stands there", () => {
    expect(loneHost("DB.shop.")).toBe("db.shop");
    for (const text of ["", ".", "a b", "a/b", "a:1", "127.0.0.1", "5", "*"])
      expect(loneHost(text)).toBeUndefined();
    expect(lonePort(" 80 ")).toBe(80);
    for (const text of ["", "0", "65536", "8e1", "-1", "http"]) expect(lonePort(text)).toBeUndefined();
  });
});
