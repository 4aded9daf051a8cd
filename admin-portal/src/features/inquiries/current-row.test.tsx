import { render, screen } from '@testing-library/react';
import { memo } from 'react';
import { type CurrentRow, useCurrentRow, useIsCurrent } from './current-row';

const IDS = ['1', '2', '3', '4'];
let rendered: string[] = [];

function Row({ row, id }: { row: CurrentRow; id: string }) {
  const isCurrent = useIsCurrent(row, id);
  rendered.push(id);
  return <li aria-current={isCurrent || undefined}>{id}</li>;
}
const Rows = memo(({ row, ids }: { row: CurrentRow; ids: readonly string[] }) =>
  ids.map((id) => <Row key={id} row={row} id={id} />),
);
function List({ currentId, ids = IDS }: { currentId: string | null; ids?: readonly string[] }) {
  return <Rows row={useCurrentRow(currentId)} ids={ids} />;
}
const marked = () => screen.getAllByRole('listitem', { current: true }).map(({ textContent }) => textContent);

beforeEach(() => {
  rendered = [];
});

it('renders the row that was the current one and the one that is, and no other', () => {
  const { rerender } = render(<List currentId="1" />);
  expect(marked()).toEqual(['1']);
  rendered = [];
  rerender(<List currentId="3" />);
  expect(marked()).toEqual(['3']);
  expect(rendered.sort()).toEqual(['1', '3']);
});

it('marks a row that is added again while it is the current one', () => {
  const { rerender } = render(<List currentId="2" />);
  rerender(<List currentId="2" ids={['1', '3']} />);
  expect(screen.queryByRole('listitem', { current: true })).toBeNull();
  rerender(<List currentId="2" />);
  expect(marked()).toEqual(['2']);
  rerender(<List currentId={null} />);
  expect(screen.queryByRole('listitem', { current: true })).toBeNull();
});
