import { Ellipsis } from 'lucide-react';
import type { LucideIcon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

/** A menu behind an icon, at the end of the row that its actions are about. */
export function IconMenu(props: { label: string; items: readonly MenuItem[]; icon?: LucideIcon }) {
	const { label, items, icon = Ellipsis } = props;
	return (
		<Menu
			label={label}
			align="end"
			items={items}
			trigger={(trigger) => <IconButton {...trigger} icon={icon} label={label} tip="none" />}
		/>
	);
}
