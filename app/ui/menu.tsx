import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Icon, type LucideIcon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import type { TriggerProps } from './popover.tsx';
import { usePopover } from './use-popover.ts';

export interface MenuAction {
	id: string;
	label: ReactNode;
	icon?: LucideIcon;
	/** A press does something, or leads somewhere. */
	onSelect?: () => void;
	to?: string;
	/** Leaves the application: a download, another host. */
	isExternal?: boolean;
	tone?: 'neutral' | 'destructive';
	isDisabled?: boolean;
	/** One of several that can be ticked. */
	isChecked?: boolean;
	shortcut?: string;
}

export type MenuItem = MenuAction | 'separator';

/** A list of actions behind a button: arrows, Home, End, first letters, Enter, Esc. */
export function Menu(props: {
	trigger: (props: TriggerProps) => ReactNode;
	label: string;
	items: readonly MenuItem[];
	/** Above the items, not one of them: whose menu this is. */
	header?: ReactNode;
	side?: 'bottom' | 'top';
	align?: 'start' | 'center' | 'end';
	className?: string;
}) {
	const { trigger, label, items, header, side, align, className } = props;
	const list = useRef<HTMLDivElement>(null);
	const typed = useRef({ text: '', at: 0 });
	const entries = () => [
		...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
	];
	const focusFirst = () => entries()[0]?.focus({ preventScroll: true });
	const {
		trigger: triggerProps,
		popover,
		close,
		isOpen,
	} = usePopover({
		side,
		align,
		// The browser reports the opening a moment later. Who has gone to an item by then stays there: Enter would be for another.
		onToggle: (opened) => opened && !list.current?.contains(document.activeElement) && focusFirst(),
	});
	const ids = items.map((item) => (item === 'separator' ? '' : item.id)).join(' ');
	useEffect(() => {
		// The item that had the focus went away while the menu was open.
		if (isOpen && document.activeElement === document.body) focusFirst();
	}, [isOpen, ids]);

	const onKeyDown = (event: KeyboardEvent) => {
		const all = entries();
		const here = all.indexOf(document.activeElement as HTMLElement);
		const go = (index: number) => {
			event.preventDefault();
			all.at(index % all.length)?.focus();
		};
		if (event.key === 'ArrowDown') go(here + 1);
		else if (event.key === 'ArrowUp') go(here <= 0 ? -1 : here - 1);
		else if (event.key === 'Home') go(0);
		else if (event.key === 'End') go(-1);
		else if (event.key === 'Tab') close();
		else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
			const { text, at } = typed.current;
			typed.current = {
				text: (event.timeStamp - at < 600 ? text : '') + event.key.toLowerCase(),
				at: event.timeStamp,
			};
			const wish = typed.current.text;
			const from = here + (wish.length === 1 ? 1 : 0);
			const order = [...all.slice(Math.max(0, from)), ...all.slice(0, Math.max(0, from))];
			order.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(wish))?.focus();
		}
	};
	return (
		<>
			{trigger({ ...triggerProps, 'aria-haspopup': 'menu' })}
			<div {...popover} className={clsx('popover floating min-w-52', className)}>
				{header ? <div className="border-b px-3.5 py-3">{header}</div> : null}
				<div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} className="p-1.5">
					{items.map((item, index) =>
						item === 'separator' ? (
							<hr key={`separator-${index}`} className="my-1.5 border-t" />
						) : (
							<MenuEntry key={item.id} item={item} close={close} />
						),
					)}
				</div>
			</div>
		</>
	);
}

function MenuEntry({ item, close }: { item: MenuAction; close: () => void }) {
	const isTick = item.isChecked !== undefined;
	const content = (
		<>
			{item.icon ? (
				<Icon icon={item.icon} className={item.tone === 'destructive' ? undefined : 'text-muted'} />
			) : null}
			<span className="min-w-0 flex-1 truncate text-start">{item.label}</span>
			{item.isChecked ? <Icon icon={Check} /> : null}
			{item.shortcut ? <Kbd className="pointer-coarse:hidden">{item.shortcut}</Kbd> : null}
		</>
	);
	const shared = {
		role: isTick ? ('menuitemcheckbox' as const) : ('menuitem' as const),
		tabIndex: -1,
		'aria-checked': item.isChecked,
		'aria-disabled': item.isDisabled || undefined,
		className: clsx(
			'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-sm outline-none pointer-coarse:min-h-11',
			'aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:opacity-60',
			item.tone === 'destructive'
				? 'text-danger not-aria-disabled:hover:bg-danger-tint focus-visible:bg-danger-tint'
				: 'not-aria-disabled:hover:bg-ink/6 focus-visible:bg-ink/6',
		),
	};
	const select = () => {
		if (item.isDisabled) return;
		if (!isTick) close();
		item.onSelect?.();
	};
	if (item.to && !item.isDisabled) {
		return (
			<Link {...shared} to={item.to} reloadDocument={item.isExternal} onClick={select}>
				{content}
			</Link>
		);
	}
	return (
		<button {...shared} type="button" onClick={select}>
			{content}
		</button>
	);
}
