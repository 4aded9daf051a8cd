import { Icon, type SharedIcon } from './icon';

interface IconListProps {
  className: string;
  icon: SharedIcon;
  items: readonly string[];
  /** of the whole list */
  editMark?: string | undefined;
}

/** A list of texts, each after the same icon. */
export function IconList({ className, icon, items, editMark }: IconListProps) {
  return (
    <ul className={className} data-edit={editMark}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={icon} />
          {item}
        </li>
      ))}
    </ul>
  );
}
