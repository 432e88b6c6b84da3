import { labelsOf, type Labels } from "./labels.js";

/** Who connects to the backends of routes that a controller implements. */
export type Connector =
  /** Pods, each with all labels of one of some sets; or of a Gateway, with labels that name it. */
  | {
      readonly type: "pods";
      readonly labels: readonly Labels[];
      readonly gatewayLabels?: { readonly name: string; readonly namespace: string };
    }
  /** A load balancer outside of the cluster: it has no pods. */
  | { readonly type: "outside" };

/** A controller by what its class says: `controller` of an IngressClass, `controllerName` of a GatewayClass. */
interface KnownController {
  /** Its names; one that ends with `/` stands for all that begin so. */
  readonly controllers: readonly string[];
  readonly connector: Connector;
}

const NAME = "app.kubernetes.io/name";
const COMPONENT = "app.kubernetes.io/component";

function pods(...labels: readonly Readonly<Record<string, string>>[]): Connector {
  return { type: "pods", labels: labels.map((each) => labelsOf(Object.entries(each))) };
}

const OUTSIDE: Connector = { type: "outside" };

/** The controllers that most clusters have, with the labels that their charts and manifests give the pods that proxy. */
const KNOWN: readonly KnownController[] = [
  {
    controllers: ["k8s.io/ingress-nginx"],
    connector: pods(
      { [NAME]: "ingress-nginx", [COMPONENT]: "controller" },
      { [NAME]: "rke2-ingress-nginx", [COMPONENT]: "controller" },
      { app: "nginx-ingress", component: "controller" },
    ),
  },
  {
    controllers: ["nginx.org/ingress-controller"],
    connector: pods({ [NAME]: "nginx-ingress" }, { app: "nginx-ingress" }),
  },
  {
    controllers: ["traefik.io/ingress-controller", "traefik.io/gateway-controller"],
    connector: pods({ [NAME]: "traefik" }, { app: "traefik" }),
  },
  {
    controllers: ["haproxy.org/ingress-controller", "haproxy.org/ingress-controller/"],
    connector: pods({ [NAME]: "kubernetes-ingress" }, { run: "haproxy-ingress" }),
  },
  {
    controllers: ["haproxy-ingress.github.io/controller"],
    connector: pods({ [NAME]: "haproxy-ingress" }, { run: "haproxy-ingress" }),
  },
  {
    // Envoy makes the connections; the pods of Contour itself only tell it where to.
    controllers: ["projectcontour.io/"],
    connector: pods({ [NAME]: "contour", [COMPONENT]: "envoy" }, { app: "envoy" }),
  },
  {
    controllers: ["ingress-controllers.konghq.com/kong", "konghq.com/kic-gateway-controller"],
    connector: pods(
      { [NAME]: "kong", [COMPONENT]: "app" },
      { [NAME]: "gateway", [COMPONENT]: "app" },
      { app: "proxy-kong" },
    ),
  },
  { controllers: ["istio.io/ingress-controller"], connector: pods({ istio: "ingressgateway" }) },
  { controllers: ["istio.io/gateway-controller"], connector: pods() },
  { controllers: ["gateway.nginx.org/"], connector: pods({ [NAME]: "nginx-gateway-fabric" }) },
  {
    controllers: ["gateway.envoyproxy.io/gatewayclass-controller"],
    connector: {
      type: "pods",
      labels: [],
      gatewayLabels: {
        name: "gateway.envoyproxy.io/owning-gateway-name",
        namespace: "gateway.envoyproxy.io/owning-gateway-namespace",
      },
    },
  },
  { controllers: ["apisix.apache.org/apisix-ingress"], connector: pods({ [NAME]: "apisix" }) },
  {
    controllers: ["openshift.io/ingress-to-route"],
    connector: pods({ "ingresscontroller.operator.openshift.io/deployment-ingresscontroller": "default" }),
  },
  { controllers: ["ingress.k8s.aws/alb", "gateway.k8s.aws/"], connector: OUTSIDE },
  { controllers: ["application-networking.k8s.aws/gateway-api-controller"], connector: OUTSIDE },
  { controllers: ["networking.gke.io/", "k8s.io/ingress-gce"], connector: OUTSIDE },
  {
    controllers: ["azure/application-gateway", "alb.networking.azure.io/alb-controller"],
    connector: OUTSIDE,
  },
];

/** Who connects for a controller; undefined for one that is not known. */
export function connectorOf(controller: string): Connector | undefined {
  return KNOWN.find(({ controllers }) => controllers.some((each) => isNamed(controller, each)))?.connector;
}

/**
 * Classes that no manifest need hold: the cloud's controller knows them by their name, or makes them itself. Those of controllers with
 * pods are not here, for anybody may call a class `nginx`.
 */
const USUAL_CLASSES: Readonly<Record<"IngressClass" | "GatewayClass", ReadonlyMap<string, string>>> = {
  IngressClass: new Map([
    ["alb", "ingress.k8s.aws/alb"],
    ["gce", "k8s.io/ingress-gce"],
    ["gce-internal", "k8s.io/ingress-gce"],
    ["azure-application-gateway", "azure/application-gateway"],
  ]),
  GatewayClass: new Map([
    ["gke-l7-global-external-managed", "networking.gke.io/gateway"],
    ["gke-l7-regional-external-managed", "networking.gke.io/gateway"],
    ["gke-l7-rilb", "networking.gke.io/gateway"],
    ["gke-l7-gxlb", "networking.gke.io/gateway"],
    ["amazon-vpc-lattice", "application-networking.k8s.aws/gateway-api-controller"],
    ["azure-alb-external", "alb.networking.azure.io/alb-controller"],
  ]),
};

/** The controller outside of the cluster that a class stands for which the input lacks; undefined for other names. */
export function usualControllerOf(kind: "IngressClass" | "GatewayClass", name: string): string | undefined {
  return USUAL_CLASSES[kind].get(name);
}

function isNamed(controller: string, name: string): boolean {
  return name.endsWith("/") ? controller.startsWith(name) : controller === name;
}
