declare module 'public_site/remote' {
  export const remote: import('@godhuli/contracts/host').RemoteModule;
}
