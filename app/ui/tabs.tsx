import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { arrowTarget } from './arrow-target.ts';

export interface TabItem {
	id: string;
	label: ReactNode;
	/** Beside the label: how many. */
	count?: ReactNode;
	content: ReactNode;
}

const STRIP = 'tab-strip relative flex gap-5 overflow-x-auto border-b [scrollbar-width:none]';
const TAB =
	'relative -mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink aria-selected:border-ink aria-selected:font-medium aria-selected:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink';

/** From 1024 px the strip stands at the side of what it leads to, one line a page (SectionColumns). */
const SIDE_STRIP = 'lg:flex-col lg:gap-0 lg:overflow-visible lg:border-b-0 lg:mask-none lg:animate-none';
const SIDE_TAB = 'lg:mb-0 lg:border-s-2 lg:border-b-0 lg:ps-3';

function Count({ children }: { children: ReactNode }) {
	return <span className="rounded-full bg-ink/7 px-1.5 text-xs tabular-nums">{children}</span>;
}

/** Views of one thing on one page. Arrow keys move, Home and End jump. Tabs that have an address of their own are TabLinks. */
export function Tabs(props: {
	label: string;
	items: readonly TabItem[];
	/** Owned from outside, or stored here from `defaultSelected`. */
	selected?: string;
	defaultSelected?: string;
	onSelect?: (id: string) => void;
	className?: string;
}) {
	const { label, items, onSelect, className } = props;
	const id = useId();
	const strip = useRef<HTMLDivElement>(null);
	const [own, setOwn] = useState(props.defaultSelected ?? items[0]?.id);
	const selected = props.selected ?? own;
	const select = (next: string) => {
		setOwn(next);
		onSelect?.(next);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const here = items.findIndex((item) => item.id === selected);
		const target = arrowTarget(event, here, items.length);
		const next = target === undefined ? undefined : items[target];
		if (!next) return;
		select(next.id);
		strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
	};
	return (
		<div className={clsx('flex min-w-0 flex-col', className)}>
			<div ref={strip} role="tablist" aria-label={label} onKeyDown={onKeyDown} className={STRIP}>
				{items.map((item) => (
					<button
						key={item.id}
						type="button"
						role="tab"
						id={`${id}-${item.id}-tab`}
						data-tab={item.id}
						aria-selected={item.id === selected}
						aria-controls={`${id}-${item.id}`}
						tabIndex={item.id === selected ? 0 : -1}
						onClick={() => select(item.id)}
						className={TAB}
					>
						{item.label}
						{item.count === undefined ? null : <Count>{item.count}</Count>}
					</button>
				))}
			</div>
			{items.map((item) => (
				<div
					key={item.id}
					role="tabpanel"
					id={`${id}-${item.id}`}
					aria-labelledby={`${id}-${item.id}-tab`}
					hidden={item.id !== selected}
					className="pt-5"
				>
					{item.id === selected ? item.content : null}
				</div>
			))}
		</div>
	);
}

/** The same strip as navigation: every tab is a page. */
export function TabLinks(props: {
	label: string;
	items: readonly { to: string; label: ReactNode; count?: ReactNode; isExact?: boolean }[];
	/** One line a page at the side of a wide screen. */
	isSide?: boolean;
	className?: string;
}) {
	const strip = useRef<HTMLElement>(null);
	const count = props.items.length;
	// On a phone the present one may lie outside the strip, also when others come beside it later.
	useEffect(() => {
		const present = strip.current?.querySelector('[aria-current="page"]');
		if (count > 0) present?.scrollIntoView({ block: 'nearest', inline: 'center' });
	}, [count]);
	return (
		<nav
			ref={strip}
			aria-label={props.label}
			className={clsx(STRIP, props.isSide && SIDE_STRIP, props.className)}
		>
			{props.items.map((item) => (
				<NavLink
					key={item.to}
					to={item.to}
					end={item.isExact}
					className={clsx(TAB, props.isSide && SIDE_TAB)}
				>
					{item.label}
					{item.count === undefined ? null : <Count>{item.count}</Count>}
				</NavLink>
			))}
		</nav>
	);
}
