import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A long list of which only the rows in view are in the document. Scrolls in its own box; the box takes focus, so that
 * arrow and page keys scroll it. Rows may differ in height: they are measured.
 */
export function VirtualList<T>(props: {
	label: string;
	items: readonly T[];
	itemKey: (item: T) => string;
	/** Height of a row before it is measured, in px. */
	estimatedRowPx: number;
	renderRow: (item: T, index: number) => ReactNode;
	/** Requested when the last rows come into view. */
	onEndReached?: () => void;
	/** Brings this row into view when it changes. */
	scrollToKey?: string | null;
	/** Sets the height of the box. */
	className?: string;
}) {
	const { label, items, itemKey, estimatedRowPx, renderRow, onEndReached, scrollToKey, className } = props;
	const box = useRef<HTMLUListElement>(null);
	const virtualizer = useVirtualizer({
		count: items.length,
		getScrollElement: () => box.current,
		estimateSize: () => estimatedRowPx,
		getItemKey: (index) => itemKey(items[index]!),
		overscan: 6,
		// Without a window (on the server) this many rows stand in the page.
		initialRect: { width: 400, height: 600 },
	});
	const rows = virtualizer.getVirtualItems();
	const lastIndex = rows.at(-1)?.index ?? -1;
	const isAtEnd = items.length > 0 && lastIndex >= items.length - 1;
	useEffect(() => {
		if (isAtEnd) onEndReached?.();
	}, [isAtEnd, onEndReached]);
	const target = scrollToKey == null ? -1 : items.findIndex((item) => itemKey(item) === scrollToKey);
	useEffect(() => {
		if (target >= 0) virtualizer.scrollToIndex(target, { align: 'auto' });
	}, [target, virtualizer]);
	return (
		<ul
			ref={box}
			aria-label={label}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className={clsx('relative overflow-y-auto overscroll-contain', className)}
		>
			<li aria-hidden="true" style={{ height: rows[0]?.start ?? 0 }} />
			{rows.map((row) => (
				<li
					key={row.key}
					ref={virtualizer.measureElement}
					data-index={row.index}
					aria-setsize={items.length}
					aria-posinset={row.index + 1}
				>
					{renderRow(items[row.index]!, row.index)}
				</li>
			))}
			<li
				aria-hidden="true"
				style={{ height: Math.max(0, virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)) }}
			/>
		</ul>
	);
}
