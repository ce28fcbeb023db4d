import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { Undo2 } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorGuest, StaffEvent } from '#shared/contracts/check-in.ts';
import { type DoorAccess, useGuestSearch } from '../api.ts';
import { matchesGuest } from '../search.ts';
import type { Door } from '../use-door.ts';

/** The guest list of the door: search, who is in since when, check in by hand. */
export function GuestListCard({ access, data, door }: { access: DoorAccess; data: StaffEvent; door: Door }) {
	const { t } = useLingui();
	const title = useId();
	const [typed, setTyped] = useState('');
	const q = useDeferredValue(typed.trim());
	const remote = useGuestSearch(access, q, data.hasMoreGuests);
	const local = useMemo(
		() => (q === '' ? data.guestList : data.guestList.filter((guest) => matchesGuest(guest, q))),
		[data.guestList, q],
	);
	const guests = data.hasMoreGuests && q !== '' && remote.data ? remote.data : local;
	const { abilities } = data.link;
	return (
		<section
			aria-labelledby={title}
			className="rounded-lg border border-hairline bg-surface flex min-w-0 flex-col gap-4 p-4 md:p-5"
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Guest List</Trans>
			</h2>
			{abilities.includes('search') ? (
				<TextField
					type="search"
					label={t`Search guests`}
					isLabelHidden
					placeholder={t`Search guests...`}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
					autoComplete="off"
				/>
			) : null}
			<p role="status" className="sr-only">
				{q === '' ? '' : t`${guests.length} guests found`}
			</p>
			{guests.length === 0 ? (
				<p className="py-10 text-center text-muted">
					{q === '' ? t`No guests registered yet.` : t`No guests found matching your search.`}
				</p>
			) : (
				<GuestRows
					guests={guests}
					timeZone={data.event.timeZone}
					door={door}
					mayCheckIn={abilities.includes('manual_check_in')}
				/>
			)}
			{door.undoable && abilities.includes('undo') ? (
				<div className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2">
					<span className="min-w-0 truncate text-sm" dir="auto">
						{door.undoable.guestName}
					</span>
					<Button size="sm" variant="outline" icon={Undo2} onClick={() => void door.undo()}>
						{t`Undo check-in`}
					</Button>
				</div>
			) : null}
		</section>
	);
}

function GuestRows(props: { guests: DoorGuest[]; timeZone: string; door: Door; mayCheckIn: boolean }) {
	const { t } = useLingui();
	const { guests } = props;
	const scroller = useRef<HTMLElement>(null);
	const rows = useVirtualizer({
		count: guests.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 72,
		getItemKey: (index) => guests[index]?.id ?? index,
		overscan: 8,
		// The list is in the first picture too, before its height is measured.
		initialRect: { width: 400, height: 384 },
	});
	return (
		<section
			ref={scroller}
			className="max-h-96 overflow-y-auto overscroll-contain rounded-md border border-hairline"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
			tabIndex={0}
			aria-label={t`Guests`}
		>
			<ul className="relative" style={{ blockSize: rows.getTotalSize() }}>
				{rows.getVirtualItems().map((item) => {
					const guest = guests[item.index];
					return guest ? (
						<li
							key={item.key}
							ref={rows.measureElement}
							data-index={item.index}
							className="absolute inset-x-0"
							style={{ insetBlockStart: item.start }}
						>
							<GuestRow guest={guest} {...props} />
						</li>
					) : null;
				})}
			</ul>
		</section>
	);
}

function GuestRow(props: { guest: DoorGuest; timeZone: string; door: Door; mayCheckIn: boolean }) {
	const { guest, door } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const time = guest.checkedInAt ? formats.time(guest.checkedInAt, props.timeZone) : '';
	return (
		<div
			className={clsx(
				'flex min-h-18 items-center justify-between gap-3 border-b border-hairline px-3 py-2 transition-colors',
				door.highlightedId === guest.id && 'bg-success-tint',
			)}
			data-highlighted={door.highlightedId === guest.id ? '' : undefined}
		>
			<div className="min-w-0">
				<p className="truncate font-medium" dir="auto">
					{guest.guestName}
				</p>
				<p className="truncate text-sm text-muted">{guest.guestEmail}</p>
				{guest.checkedInAt ? <p className="text-sm text-success">{t`Checked in at ${time}`}</p> : null}
			</div>
			{guest.checkedInAt ? (
				<Badge variant="secondary">
					<Trans>Checked In</Trans>
				</Badge>
			) : props.mayCheckIn ? (
				<Button
					size="sm"
					variant="outline"
					className="min-h-11"
					isDisabled={door.isPending}
					onClick={() => door.checkIn(guest.id)}
					aria-label={t`Check In ${guest.guestName}`}
				>
					<Trans>Check In</Trans>
				</Button>
			) : null}
		</div>
	);
}
