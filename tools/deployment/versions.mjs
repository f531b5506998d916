/** The Kubernetes release that k8s/ is written for and checked against. */
export const KUBERNETES = '1.34.1';

/** Go modules that the checks of k8s/ and charts/ are made with: programs to build, and modules that hold schemas. */
export const MODULES = {
  kustomize: { program: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.7.1' },
  helm: { program: 'helm.sh/helm/v3/cmd/helm', version: 'v3.19.2' },
  kubeconform: { program: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.7.0' },
  kubernetes: { module: 'k8s.io/kubernetes', version: `v${KUBERNETES}` },
  prometheus: { module: 'github.com/prometheus-operator/prometheus-operator', version: 'v0.85.0' },
  cloudnativepg: { module: 'github.com/cloudnative-pg/cloudnative-pg', version: 'v1.27.0' },
  externalsecrets: { module: 'github.com/external-secrets/external-secrets', version: 'v0.20.4' },
};

/** The API server that takes every overlay as a dry run, and its store. */
export const API_SERVER = { kubernetes: KUBERNETES, etcd: '3.6.4' };
