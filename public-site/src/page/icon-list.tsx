import { Icon, type SharedIcon } from './icon';

interface IconListProps {
  className: string;
  icon: SharedIcon;
  items: readonly string[];
}

/** A list of texts, each after the same icon. */
export function IconList({ className, icon, items }: IconListProps) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={icon} />
          {item}
        </li>
      ))}
    </ul>
  );
}
