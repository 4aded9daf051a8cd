import { isViewAbout } from './person-terms.js';

const PERSON = {
  names: ['Brixolan Wagh', 'Smt. Om and Wedding', 'नंदिनी जोशी'],
  phones: ['+919876533333', '98765 33333'],
  emails: ['bw1987@example.com'],
};

describe('saved views about a person', () => {
  it.each([
    ['Brixolan Wagh', '?q=Brixolan+Wagh'],
    ['Mine', '?q=brixolan'],
    ['Call WAGH again', '?stage=New'],
    ["Brixolan's", ''],
    ['Mine', '?q=%E0%A4%A8%E0%A4%82%E0%A4%A6%E0%A4%BF%E0%A4%A8%E0%A5%80'],
    ['phone1', '?q=98765+33333'],
    ['phone2', '?q=%2B91-98765-33333'],
    ['phone3', '?q=33333'],
    ['९८७६५३३३३३', ''],
    ['call 9876533333 today', ''],
    ['Mine', '?q=BW1987'],
    ['Mine', '?stage=New&q=bw1987%40example.com'],
    ['Mine', '?source=A+friend+of+Brixolan'],
    ['Call Om back', ''],
    ['Mine', '?q=om'],
  ])('PRIV-4 the view %j with the query %j is about the person', (name, query) => {
    expect(isViewAbout({ name, query }, PERSON)).toBe(true);
  });

  it.each([
    ['Weddings and the like', '?type=wedding&stage=Held'],
    ['This week', '?due=week&from=2027-02-14'],
    ['Brix', '?q=wag'],
    ['Over 50000', '?q=9876'],
    ['Example', '?q=example.com'],
    ['Omkar', '?q=o'],
    ['', ''],
  ])('PRIV-4 the view %j with the query %j stays', (name, query) => {
    expect(isViewAbout({ name, query }, PERSON)).toBe(false);
  });

  it.each([
    ['Weddings', '?type=wedding'],
    ['Wedding', '?q=wedding'],
    ['Next year', '?from=2027-01-01&to=2027-12-31'],
    ['Season 2027', '?q=2027'],
    ['Due soon', '?due=week'],
    ['Owner', '?owner=7'],
    ['Om', '?q=in'],
    ['Shoots at home by Dr', '?source=to'],
  ])('PRIV-4 the view %j with the query %j stays when names are words of everyone', (name, query) => {
    const names = ['Wedding', 'Wedding 2027', '2027', 'Week 7', 'In', 'Dr. At', 'By', 'To'];
    const emails = ['wedding@example.com', '2027@example.com', 'in@example.com'];
    expect(isViewAbout({ name, query }, { names, phones: [], emails })).toBe(false);
  });
});
