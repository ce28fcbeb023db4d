import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Search, Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorInfo } from '../door-info.ts';
import type { GuestRows as Rows } from '../offline/guest-book.ts';
import type { Door } from '../use-door.ts';
import type { GuestFinder } from '../use-guest-finder.ts';
import { GuestRows } from './guest-rows.tsx';

const SEARCH_ID = 'door-search';

/** The search over the guest list, above everything that it may bring up. */
export function GuestSearchField({ search }: { search: GuestFinder }) {
	const { t } = useLingui();
	return (
		<search className="relative min-w-0 lg:col-span-2">
			<Icon
				icon={Search}
				size={20}
				className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
			/>
			<TextField
				id={SEARCH_ID}
				type="search"
				label={t`Search guests`}
				isLabelHidden
				placeholder={t`Search guests...`}
				value={search.typed}
				onChange={(event) => search.setTyped(event.target.value)}
				autoComplete="off"
				enterKeyHint="search"
				inputClassName="min-h-12 ps-10"
			/>
			<p role="status" className="sr-only">
				{search.q === '' ? (
					''
				) : (
					<Plural value={search.found.count} one="# guest found" other="# guests found" />
				)}
			</p>
		</search>
	);
}

export interface GuestListCardProps {
	info: DoorInfo;
	door: Door;
	search: GuestFinder;
}

/** The guest list of the door: who is still to come, who is in since when, check in manually, take it back. */
export function GuestListCard({ info, door, search }: GuestListCardProps) {
	const { t } = useLingui();
	const title = useId();
	const { q, found } = search;
	const { toCome, arrived, arrivedCount, count } = found;
	const { abilities } = info;
	const mayUndo = abilities.includes('undo');
	const { undoable } = door;
	const list = (label: string, rows: Rows) => (
		<GuestRows
			label={label}
			rows={rows}
			timeZone={info.event.timeZone}
			door={door}
			mayCheckIn={abilities.includes('manual_check_in')}
			mayUndo={mayUndo}
			loaded={search.loaded}
			onBare={search.onBare}
			onEnd={search.onEnd}
			onKeyboardCheckIn={() => document.getElementById(SEARCH_ID)?.focus()}
		/>
	);
	return (
		<section
			aria-labelledby={title}
			className="flex min-w-0 flex-col gap-3 rounded-lg border border-hairline bg-surface p-3 md:p-5 lg:col-start-2 lg:row-span-2 lg:row-start-2"
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Guest List</Trans>
			</h2>
			{count === 0 ? (
				<p className="py-10 text-center text-muted">
					{q === '' ? t`No guests registered yet.` : t`No guests found matching your search.`}
				</p>
			) : null}
			{toCome.length > 0 ? (
				<>
					<GroupHeading count={count - arrivedCount}>{t`Not arrived`}</GroupHeading>
					{list(t`Guests`, toCome)}
				</>
			) : null}
			{/* A search has an answer, whoever is in; and where nobody is still to come, those who are in are the list. */}
			{arrivedCount === 0 ? null : q === '' && toCome.length > 0 ? (
				<Arrived count={arrivedCount} isOpen={search.isUnfolded} onFold={search.fold}>
					{arrived.length > 0 ? list(t`Arrived`, arrived) : null}
				</Arrived>
			) : arrived.length > 0 ? (
				<>
					<GroupHeading count={arrivedCount}>{t`Arrived`}</GroupHeading>
					{list(t`Arrived`, arrived)}
				</>
			) : null}
			{undoable && mayUndo ? (
				<UndoBar name={undoable.guestName} onUndo={() => void door.undo(undoable)} />
			) : null}
		</section>
	);
}

function Count({ value }: { value: number }) {
	const formats = useFormats();
	return <span className="font-normal text-muted tabular-nums">{formats.number(value)}</span>;
}

function GroupHeading({ count, children }: { count: number; children: string }) {
	return (
		<h3 className="flex items-baseline gap-2 text-sm font-medium">
			{children} <Count value={count} />
		</h3>
	);
}

/** Those who are in: of use now and then, in the way of those who wait. */
function Arrived(props: { count: number; isOpen: boolean; onFold(): void; children: ReactNode }) {
	const { count, isOpen, onFold, children } = props;
	const { t } = useLingui();
	const content = useId();
	return (
		<>
			<h3>
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={content}
					onClick={onFold}
					className="flex min-h-12 w-full items-center gap-2 rounded-md border border-hairline px-3 text-sm font-medium hover:bg-sunken"
				>
					{t`Arrived`} <Count value={count} />
					<Icon icon={ChevronDown} size={20} className={isOpen ? 'ms-auto rotate-180' : 'ms-auto'} />
				</button>
			</h3>
			<div id={content} className="flex flex-col empty:hidden">
				{isOpen ? children : null}
			</div>
		</>
	);
}

/** Takes the last check-in back, as long as it is offered. */
export function UndoBar({ name, onUndo }: { name: string; onUndo(): void }) {
	const { t } = useLingui();
	return (
		<div className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2">
			<span className="min-w-0 truncate text-sm" dir="auto">
				{name}
			</span>
			<Button size="sm" variant="outline" icon={Undo2} className="min-h-11" onClick={onUndo}>
				{t`Undo check-in`}
			</Button>
		</div>
	);
}
