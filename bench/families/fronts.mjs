import { deployment, meta, namespace, networkPolicy, object } from "../documents.mjs";
import { seeded } from "../random.mjs";

/** Every second Service has a route whose controller nothing shows. */
export function fronts({ scale, seed }) {
  const random = seeded(seed);
  const spaces = Array.from({ length: 20 }, (_, i) => `ns-${i}`);
  const apps = Array.from({ length: 400 * scale }, (_, i) => `app-${i}`);
  const spaceOf = (i) => spaces[i % spaces.length];
  const some = () => random.below(apps.length);
  const ofSome = () => ({ podSelector: { matchLabels: { app: apps[some()] } } });
  return [
    ...spaces.map((name) => namespace(name, { team: name })),
    ...apps.flatMap((app, i) => {
      const peer = some();
      const env = [{ name: "PEER", value: `http://${apps[peer]}.${spaceOf(peer)}.svc.cluster.local:80` }];
      const container = {
        name: "main",
        image: "r/app:1",
        env,
        ports: [{ name: "http", containerPort: 8080 }],
      };
      const port = { port: 80, targetPort: random.pick(["http", 8080, 8081]) };
      const type = random.pick(["ClusterIP", "NodePort", "LoadBalancer"]);
      const backend = { service: { name: app, port: { number: 80 } } };
      const path = { path: "/", pathType: "Prefix", backend };
      return [
        deployment(app, spaceOf(i), { app }, [container]),
        object("v1", "Service", meta(app, spaceOf(i)), { spec: { type, selector: { app }, ports: [port] } }),
        ...(i % 2 === 0
          ? []
          : [
              object("networking.k8s.io/v1", "Ingress", meta(app, spaceOf(i)), {
                spec: { rules: [{ host: `${app}.example.com`, http: { paths: [path] } }] },
              }),
            ]),
      ];
    }),
    ...Array.from({ length: 200 * scale }, (_, i) =>
      networkPolicy(`policy-${i}`, spaceOf(2 * i), {
        podSelector: { matchLabels: { app: apps[(2 * i) % apps.length] } },
        ingress: [{ from: [ofSome()], ports: [{ port: 8080 }] }],
        egress: [{ to: [ofSome()] }],
        policyTypes: ["Ingress", "Egress"],
      }),
    ),
  ];
}
