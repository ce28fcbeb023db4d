import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorGuest } from '#shared/contracts/check-in.ts';
import { type DoorAccess, useGuestSearch, useGuestsInView } from '../api.ts';
import type { DoorInfo } from '../door-info.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';
import { useIsOnline } from '../use-session.ts';
import { GuestRows } from './guest-rows.tsx';

export interface GuestListCardProps {
	access: DoorAccess;
	info: DoorInfo;
	door: Door;
	view: SessionView;
	/** Guests whom only the server knew. */
	onFound(guests: readonly DoorGuest[]): void;
}

const NONE: readonly string[] = [];

/** The guest list of the door: search, who is in since when, check in by hand, take it back. */
export function GuestListCard({ access, info, door, view, onFound }: GuestListCardProps) {
	const { t } = useLingui();
	const title = useId();
	const [typed, setTyped] = useState('');
	const search = useRef<HTMLDivElement>(null);
	const q = useDeferredValue(typed.trim());
	const isOnline = useIsOnline();
	// Addresses are not on the device as a whole, and masked ones are found by the whole address only: the server knows.
	const asksServer = isOnline && (info.hasMoreGuests || q.includes('@'));
	const remote = useGuestSearch(access, q, asksServer);
	const known = remote.data;
	useEffect(() => {
		if (known) onFound(known);
	}, [known, onFound]);
	const [bare, setBare] = useState<readonly string[]>(NONE);
	const inView = useGuestsInView(access, isOnline && info.hasMoreGuests ? bare : NONE);
	useEffect(() => {
		if (inView) onFound(inView);
	}, [inView, onFound]);
	const { book, bookVersion, list } = view;
	const rows = useMemo(() => book.find(q, list?.id ?? ''), [book, bookVersion, list, q]);
	const found = useMemo(() => {
		if (!asksServer || !known || rows.length > 0) return rows;
		const people = known.map(({ id }) => book.get(id, list?.id ?? '')).filter((one) => one !== null);
		return { length: people.length, at: (index: number) => people[index]! };
	}, [asksServer, known, rows, book, list]);
	const { abilities } = info;
	const mayUndo = abilities.includes('undo');
	const undo =
		door.undoable && mayUndo ? (
			<UndoBar name={door.undoable.guestName} onUndo={() => door.undoable && void door.undo(door.undoable)} />
		) : null;
	// Names are told to those who may search.
	if (!abilities.includes('search')) return undo;
	return (
		<section
			aria-labelledby={title}
			className="rounded-lg border border-hairline bg-surface flex min-w-0 flex-col gap-4 p-4 md:p-5"
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Guest List</Trans>
			</h2>
			<div ref={search}>
				<TextField
					type="search"
					label={t`Search guests`}
					isLabelHidden
					placeholder={t`Search guests...`}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
					autoComplete="off"
				/>
			</div>
			<p role="status" className="sr-only">
				{q === '' ? '' : <Plural value={found.length} one="# guest found" other="# guests found" />}
			</p>
			{found.length === 0 ? (
				<p className="py-10 text-center text-muted">
					{q === '' ? t`No guests registered yet.` : t`No guests found matching your search.`}
				</p>
			) : (
				<GuestRows
					rows={found}
					timeZone={info.event.timeZone}
					door={door}
					mayCheckIn={abilities.includes('manual_check_in')}
					mayUndo={mayUndo}
					loaded={known?.length ?? 0}
					onBare={setBare}
					onEnd={() => {
						if (asksServer && remote.hasNextPage && !remote.isFetching) void remote.fetchNextPage();
					}}
					onKeyboardCheckIn={() => search.current?.querySelector('input')?.focus()}
				/>
			)}
			{undo}
		</section>
	);
}

function UndoBar({ name, onUndo }: { name: string; onUndo(): void }) {
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
