import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Icon } from './icon.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { Skeleton } from './skeleton.tsx';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<T> {
	id: string;
	header: ReactNode;
	cell: (row: T) => ReactNode;
	/** Numbers and amounts stand at the end of the line, in figures of one width. */
	align?: 'start' | 'end';
	isSortable?: boolean;
	/** On screens too narrow for it: below the first cell of its row, or left out where the row can be opened. */
	from?: 'sm' | 'md' | 'lg';
	/** On those screens the first cell says it in its own way. */
	isInFirst?: boolean;
	/** The heading is read aloud but not shown (actions). */
	isHeaderHidden?: boolean;
	className?: string;
}

export interface Sort {
	columnId: string;
	direction: 'ascending' | 'descending';
}

export interface Selection {
	keys: ReadonlySet<string>;
	onChange: (keys: Set<string>) => void;
}

export interface DataTableProps<T> {
	/** What the table lists; read aloud. */
	label: string;
	columns: readonly Column<T>[];
	rows: readonly T[];
	rowKey: (row: T) => string;
	/** Names a row for its checkbox: "Select Ada Lovelace". */
	rowName?: (row: T) => string;
	/** Enter, or a press anywhere on the row that is not a control. */
	onOpen?: (row: T) => void;
	/** The row whose detail is open. */
	openKey?: string | null;
	/** The row that has just changed; held in the accent's tint. */
	highlightedKey?: string | null;
	sort?: Sort | null;
	onSort?: (sort: Sort) => void;
	selection?: Selection;
	/** In place of the rows when there are none. */
	empty?: ReactNode;
	isLoading?: boolean;
	className?: string;
}

const BELOW = { sm: 'sm:hidden', md: 'md:hidden', lg: 'lg:hidden' };
const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' };
const HEAD =
	'sticky top-0 z-10 h-10 border-b bg-surface px-2 font-medium whitespace-nowrap first:ps-4 last:pe-4 sm:px-3 sm:first:ps-5 sm:last:pe-5';
const CELL = 'h-12 border-b px-2 py-2 align-middle first:ps-4 last:pe-4 sm:px-3 sm:first:ps-5 sm:last:pe-5';

/**
 * Rows and columns. j and k or the arrows move between rows, Enter opens, x selects. On a narrow screen columns marked
 * `from` move below the first cell, and the rest scrolls sideways in its own box.
 */
export function DataTable<T>(props: DataTableProps<T>) {
	const {
		label,
		columns,
		rows,
		rowKey,
		rowName,
		onOpen,
		openKey,
		highlightedKey,
		selection,
		empty,
		isLoading,
	} = props;
	const { t } = useLingui();
	const keys = rows.map(rowKey);
	const toggle = (key: string) => {
		if (!selection) return;
		const next = new Set(selection.keys);
		if (!next.delete(key)) next.add(key);
		selection.onChange(next);
	};
	const chosen = selection ? keys.filter((key) => selection.keys.has(key)).length : 0;
	const onKeyDown = useRowKeys({
		onOpen: onOpen && ((index) => onOpen(rows[index]!)),
		onSelect: selection && ((index) => toggle(keys[index]!)),
	});
	const isEmpty = !isLoading && rows.length === 0 && empty !== undefined;
	const span = columns.length + (selection ? 1 : 0);
	return (
		<ScrollBox label={label} className={props.className}>
			<table aria-busy={isLoading || undefined} className="w-full border-separate border-spacing-0 text-sm">
				<thead className={clsx('text-compact text-muted', isEmpty && 'sr-only')}>
					<tr>
						{selection ? (
							<th scope="col" className={clsx(HEAD, 'w-px text-start')}>
								<Checkbox
									label={t`Select all`}
									isLabelHidden
									checked={rows.length > 0 && chosen === rows.length}
									isIndeterminate={chosen > 0 && chosen < rows.length}
									onChange={(event) => selection.onChange(new Set(event.target.checked ? keys : []))}
								/>
							</th>
						) : null}
						{columns.map((column) => (
							<HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
						))}
					</tr>
				</thead>
				{/* What stands in place of rows begins where the headings were: it is another body, not one that moved. */}
				<tbody key={isEmpty ? 'empty' : 'rows'} onKeyDown={onKeyDown}>
					{isLoading && rows.length === 0 ? (
						<LoadingRows columns={columns.length} hasSelection={!!selection} />
					) : null}
					{isEmpty ? (
						<tr>
							<td colSpan={span}>{empty}</td>
						</tr>
					) : null}
					{rows.map((row, index) => {
						const key = keys[index]!;
						const isSelected = selection?.keys.has(key);
						return (
							<tr
								key={key}
								data-row={index}
								tabIndex={onOpen || selection ? (index === 0 ? 0 : -1) : undefined}
								aria-selected={selection ? isSelected : undefined}
								aria-current={key === openKey || undefined}
								onClick={(event) => {
									if (onOpen && !isForOther(event.target as Element)) onOpen(row);
								}}
								className={clsx(
									'outline-offset-[-2px] transition-colors',
									onOpen && 'cursor-pointer hover:bg-ink/3',
									(key === openKey || isSelected) && 'bg-ink/5',
									key === highlightedKey && 'bg-success-tint',
								)}
							>
								{selection ? (
									<td className={clsx(CELL, 'w-px')}>
										<Checkbox
											label={rowName ? t`Select ${rowName(row)}` : t`Select row`}
											isLabelHidden
											checked={isSelected}
											onChange={() => toggle(key)}
											tabIndex={-1}
										/>
									</td>
								) : null}
								{columns.map((column, at) => (
									<td
										key={column.id}
										className={clsx(
											CELL,
											column.align === 'end' && 'text-end tabular-nums',
											column.from && FROM[column.from],
											column.className,
										)}
									>
										{column.cell(row)}
										{at === 0 && !onOpen ? <NarrowCells columns={columns} row={row} /> : null}
									</td>
								))}
							</tr>
						);
					})}
				</tbody>
			</table>
		</ScrollBox>
	);
}

/** The cells for which a narrow screen has no column, under their headings. */
function NarrowCells<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
	const cells = columns.flatMap(({ id, header, from, isInFirst, cell }) => {
		const content = from && !isInFirst && cell(row);
		return from && content ? [{ id, header, from, content }] : [];
	});
	if (cells.length === 0) return null;
	return (
		<dl className="text-compact text-muted lg:hidden">
			{cells.map(({ id, header, from, content }) => (
				<div key={id} className={clsx('flex flex-wrap gap-x-1.5', BELOW[from])}>
					<dt>{header}</dt>
					<dd>{content}</dd>
				</div>
			))}
		</dl>
	);
}

/** Whether a press is for a control of the row, or has selected text. */
function isForOther(pressed: Element): boolean {
	return (
		pressed.closest('a, button, input, label, select, textarea') !== null || !!getSelection()?.toString()
	);
}

function HeadCell<T>(props: { column: Column<T>; sort?: Sort | null; onSort?: (sort: Sort) => void }) {
	const { column, sort, onSort } = props;
	const direction = sort?.columnId === column.id ? sort.direction : undefined;
	const turned = direction === 'ascending' ? 'descending' : 'ascending';
	return (
		<th
			scope="col"
			aria-sort={column.isSortable ? (direction ?? 'none') : undefined}
			className={clsx(
				HEAD,
				column.align === 'end' ? 'text-end' : 'text-start',
				column.from && FROM[column.from],
			)}
		>
			{column.isSortable && onSort ? (
				<button
					type="button"
					onClick={() => onSort({ columnId: column.id, direction: turned })}
					className={clsx(
						'hit-area relative inline-flex items-center gap-1 rounded-sm hover:text-ink',
						direction && 'text-ink',
					)}
				>
					{column.header}
					<Icon
						icon={
							direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
						}
						className="size-3.5"
					/>
				</button>
			) : (
				<span className={column.isHeaderHidden ? 'sr-only' : undefined}>{column.header}</span>
			)}
		</th>
	);
}

const WIDTHS = ['w-40', 'w-24', 'w-32', 'w-20'];

function LoadingRows({ columns, hasSelection }: { columns: number; hasSelection: boolean }) {
	return Array.from({ length: 6 }, (_, row) => (
		<tr key={row} className="skeleton-group">
			{hasSelection ? <td className={CELL} /> : null}
			{Array.from({ length: columns }, (_, column) => (
				<td key={column} className={CELL}>
					<Skeleton className={`h-3.5 max-w-full ${WIDTHS[(row + column) % WIDTHS.length]}`} />
				</td>
			))}
		</tr>
	));
}
