// The manifests of package managers for one release: pure functions of its addresses and checksums.

/** @param archive address and SHA-256 of the archive that npm packs */
export function krewManifest({ version, homepage, archive }) {
  return `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: anp
spec:
  version: v${version}
  homepage: ${homepage}
  shortDescription: Lint and explain network policies
  description: |
    Lints Kubernetes network policies (kubectl anp lint ./manifests), and shows which
    tier, policy, rule and line allows or blocks a connection
    (kubectl anp explain shop/web payments/db --port 5432).
    Reads NetworkPolicy, AdminNetworkPolicy, BaselineAdminNetworkPolicy and
    ClusterNetworkPolicy, from manifests, a snapshot or the live cluster (read-only).
  caveats: |
    Needs Node.js 20.19 or newer on PATH.
    Flags go behind anp: kubectl anp explain ... --context prod
    The rights that it needs: kubectl anp snapshot --print-rbac
  platforms:
  - selector:
      matchExpressions:
      - key: os
        operator: In
        values:
        - darwin
        - linux
    uri: ${archive.url}
    sha256: ${archive.sha256}
    files:
    - from: package/*
      to: .
    bin: bin/kubectl-anp.js
`;
}

/** @param archive address and SHA-256 of the archive that npm packs */
export function homebrewFormula({ description, homepage, license, archive }) {
  return `class Anp < Formula
  desc "${description}"
  homepage "${homepage}"
  url "${archive.url}"
  sha256 "${archive.sha256}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    (testpath/"policy.yaml").write <<~YAML
      apiVersion: networking.k8s.io/v1
      kind: NetworkPolicy
      metadata: { name: closed, namespace: shop }
      spec: { podselector: {} }
    YAML
    assert_match "wrong-case-field", shell_output("#{bin}/anp lint policy.yaml", 1)
  end
end
`;
}
