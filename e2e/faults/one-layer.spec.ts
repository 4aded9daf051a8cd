import { withoutPrograms } from '@godhuli/sandbox/testing/hidden-programs';
import { expect, test } from '@playwright/test';
import { startProduct } from '../product/start-product';

const WARNING = 'Releases run behind one layer only';

test('without bubblewrap and unshare, one warning is printed and pages are rendered on the server', async () => {
  const under = withoutPrograms(['bwrap', 'unshare']);
  test.skip(under === null, 'mounting is not allowed here');
  const product = await startProduct({ under: under as string[] });
  try {
    for (let visit = 0; visit < 3; visit += 1)
      expect(await (await fetch(`${product.url}/?visit=${visit}`)).text()).toContain('<h1');
    expect(product.output().split(WARNING)).toHaveLength(2);
  } finally {
    await product.remove();
  }
});
