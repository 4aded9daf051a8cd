/** Which folder may import which: the architecture, as a check. */
const REMOTES = '^(public-site|admin-portal|legacy-admin)/';

module.exports = {
  forbidden: [
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^(packages/(?!contracts/)|api|shell|public-site|admin-portal|legacy-admin)' },
    },
    ...['public-site', 'admin-portal', 'legacy-admin'].map((remote) => ({
      name: `${remote}-imports-packages-only`,
      comment: 'A remote never imports another remote, the shell or the api.',
      severity: 'error',
      from: { path: `^${remote}/` },
      to: { path: `^(api|shell|public-site|admin-portal|legacy-admin)/`, pathNot: `^${remote}/` },
    })),
    {
      name: 'legacy-admin-imports-contracts-only',
      comment: 'It is a peer with tooling of its own.',
      severity: 'error',
      from: { path: '^legacy-admin/' },
      to: { path: '^packages/(?!contracts/)' },
    },
    {
      name: 'packages-import-no-application',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: `^(api|shell)/|${REMOTES}` },
    },
    {
      name: 'api-imports-no-front-end',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: `^shell/|${REMOTES}` },
    },
    {
      name: 'the-browser-shell-imports-no-server',
      severity: 'error',
      from: { path: '^shell/src/' },
      to: { path: '^(api|shell/server)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/|template/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.react.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
