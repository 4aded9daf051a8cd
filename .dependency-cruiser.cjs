/** Which folder may import which: the architecture, as a check. */
const REMOTES = '^(public-site|admin-portal|legacy-admin)/';

module.exports = {
  forbidden: [
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^(packages/(?!contracts/)|api|front-door|shell|public-site|admin-portal|legacy-admin)' },
    },
    ...['public-site', 'admin-portal', 'legacy-admin'].map((remote) => ({
      name: `${remote}-imports-packages-only`,
      comment: 'A remote never imports another remote, the shell or the api.',
      severity: 'error',
      from: { path: `^${remote}/` },
      to: { path: `^(api|front-door|shell|public-site|admin-portal|legacy-admin)/`, pathNot: `^${remote}/` },
    })),
    {
      name: 'legacy-admin-imports-contracts-only',
      comment: 'It is a peer with tooling of its own.',
      severity: 'error',
      from: { path: '^legacy-admin/' },
      to: { path: '^packages/(?!contracts/)' },
    },
    {
      name: 'server-imports-no-package-of-ours',
      severity: 'error',
      from: { path: '^packages/server/' },
      to: { path: '^packages/(?!server/)' },
    },
    {
      name: 'release-gate-imports-contracts-sandbox-and-server',
      comment: 'Its tests also build releases with the kit.',
      severity: 'error',
      from: { path: '^packages/release-gate/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/(?!(release-gate|contracts|sandbox|server)/)' },
    },
    {
      name: 'packages-import-no-application',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: `^(api|front-door|shell)/|${REMOTES}` },
    },
    {
      name: 'api-imports-no-remote-kit',
      comment: 'The kit brings webpack. Only tests use it.',
      severity: 'error',
      from: { path: '^api/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/remote-kit/' },
    },
    {
      name: 'api-imports-no-front-end',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: `^(front-door|shell)/|${REMOTES}` },
    },
    {
      name: 'features-are-used-through-their-index',
      comment: "Code outside a feature of the API imports only the feature's index.ts. Tests may look inside.",
      severity: 'error',
      from: { path: '^api/src/', pathNot: '^api/src/(features|testing)/|\\.test\\.ts$' },
      to: { path: '^api/src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'features-use-each-other-through-their-index',
      severity: 'error',
      from: { path: '^api/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/features/[^/]+/(?!index\\.ts$)', pathNot: '^api/src/features/$1/' },
    },
    {
      name: 'database-http-and-network-import-no-feature',
      severity: 'error',
      from: { path: '^api/src/(db|http|network)/' },
      to: { path: '^api/src/(features|seeds|commands|backup)/' },
    },
    {
      name: 'nothing-imports-the-composition-of-the-api',
      comment: 'Only the programs and the test applications put the API together.',
      severity: 'error',
      from: { path: '^api/src/(features|db|http|seeds|backup)/' },
      to: { path: '^api/src/(create-app|start-api|main)\\.ts$' },
    },
    {
      name: 'the-browser-shell-imports-no-server',
      severity: 'error',
      from: { path: '^shell/src/' },
      to: { path: '^(api|front-door)/' },
    },
    {
      name: 'only-the-composition-root-imports-the-api',
      comment: 'The front door talks to the API over HTTP.',
      severity: 'error',
      from: { path: '^front-door/', pathNot: '^front-door/src/main\\.ts$' },
      to: { path: '^api/' },
    },
    {
      name: 'the-front-door-imports-no-browser-code',
      severity: 'error',
      from: { path: '^front-door/' },
      to: { path: `^shell/|${REMOTES}` },
    },
    {
      name: 'features-of-the-portal-stay-apart',
      comment: 'What two features share belongs in ui/ or app/. A test renders the whole portal.',
      severity: 'error',
      from: { path: '^admin-portal/src/features/([^/]+)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^admin-portal/src/features/', pathNot: '^admin-portal/src/features/$1/' },
    },
    {
      name: 'the-ui-of-the-portal-knows-no-feature',
      severity: 'error',
      from: { path: '^admin-portal/src/ui/' },
      to: { path: '^admin-portal/src/(app|features)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    // Packages of ours are imported from their build, which is where the rules meet them; what is in it was checked as source.
    doNotFollow: { path: '(^|/)(dist|node_modules)/' },
    exclude: { path: '(^|/)node_modules/|template/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.react.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
