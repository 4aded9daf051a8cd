afterEach(() => {
  jest.resetModules();
  globalThis.API_BASE_URL = undefined;
});

it('API-9 a call with data sends it as JSON and names that content type', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
  const { callApi } = await import('./call-api.js');
  await callApi('/api/inquiries', { method: 'POST', json: { name: 'Asha' } });
  const [url, init] = fetched.mock.calls[0] ?? [];
  const sent = new Request(`https://studio.example${url}`, init);
  expect(sent.headers.get('content-type')).toBe('application/json');
  expect(await sent.json()).toEqual({ name: 'Asha' });
  fetched.mockRestore();
});

it.each([
  [undefined, '/api/services', 'same-origin'],
  ['', '/api/services', 'same-origin'],
  ['https://api.studio.example', 'https://api.studio.example/api/services', 'include'],
])('API-9 built with API_BASE_URL %j, a call goes to %s', async (base, url, credentials) => {
  globalThis.API_BASE_URL = base;
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json([]));
  const { callApi } = await import('./call-api.js');
  expect(await callApi('/api/services')).toEqual([]);
  expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ credentials }));
  fetched.mockRestore();
});
