import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { Undo2 } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { AttendeeTexts } from '#app/ui/attendee-texts.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { GuestRows as Rows } from '../offline/guest-book.ts';
import type { DoorPerson } from '../offline/model.ts';
import type { Door } from '../use-door.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface RowProps {
	timeZone: string;
	door: Door;
	mayCheckIn: boolean;
	mayUndo: boolean;
	/** The key that was pressed is gone with the check-in: focus has to go somewhere. */
	onKeyboardCheckIn(): void;
}

/** Rows from the end at which more are requested. */
const NEAR_END = 10;

/** Guests whose addresses are requested at once; the screen of a tablet shows fewer. */
const MOST_AT_ONCE = 50;

/** The rows in view of a list of any length. */
export function GuestRows({
	label,
	rows: guests,
	onEnd,
	onBare,
	loaded,
	...props
}: RowProps & {
	label: string;
	rows: Rows;
	onEnd(): void;
	/** The list stands still, and these guests in view have no address on this device. */
	onBare(ids: readonly string[]): void;
	loaded: number;
}) {
	const scroller = useRef<HTMLElement>(null);
	const [undoing, setUndoing] = useState<DoorPerson | null>(null);
	const rows = useVirtualizer({
		count: guests.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 72,
		overscan: 8,
		// The list is in the first picture too, before its height is measured.
		initialRect: { width: 400, height: 384 },
	});
	const isAtEnd = (rows.getVirtualItems().at(-1)?.index ?? 0) >= guests.length - NEAR_END;
	const latestOnEnd = useEffectEvent(onEnd);
	useEffect(() => {
		if (isAtEnd) latestOnEnd();
	}, [isAtEnd, guests.length, loaded]);
	const bare = rows.getVirtualItems().flatMap(({ index }) => {
		const guest = index < guests.length ? guests.at(index) : null;
		return guest && guest.email === '' ? guest.id : [];
	});
	const bareIds = bare.slice(0, MOST_AT_ONCE).join(',');
	const latestOnBare = useEffectEvent(onBare);
	useEffect(() => {
		if (!rows.isScrolling) latestOnBare(bareIds === '' ? [] : bareIds.split(','));
	}, [bareIds, rows.isScrolling]);
	return (
		<>
			<section
				ref={scroller}
				className="max-h-96 overflow-y-auto overscroll-contain rounded-md border border-hairline"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
				tabIndex={0}
				aria-label={label}
			>
				<ul className="relative" style={{ blockSize: rows.getTotalSize() }}>
					{rows.getVirtualItems().map((item) => {
						if (item.index >= guests.length) return null;
						const guest = guests.at(item.index);
						return (
							<li
								key={guest.id}
								ref={rows.measureElement}
								data-index={item.index}
								aria-setsize={guests.length}
								aria-posinset={item.index + 1}
								className="absolute inset-x-0"
								style={{ insetBlockStart: item.start }}
							>
								<GuestRow guest={guest} onUndo={() => setUndoing(guest)} {...props} />
							</li>
						);
					})}
				</ul>
			</section>
			<UndoDialog guest={undoing} door={props.door} onClose={() => setUndoing(null)} />
		</>
	);
}

function GuestRow(props: RowProps & { guest: DoorPerson; onUndo(): void }) {
	const { guest, door } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const isIn = guest.firstInMs > 0;
	const time = isIn ? formats.time(new Date(guest.firstInMs).toISOString(), props.timeZone) : '';
	const checkIn = (event: MouseEvent) => {
		door.checkIn(guest.id);
		// A press by keyboard has no pointer; on a phone, focus in the search would open its keyboard.
		if (event.detail === 0) props.onKeyboardCheckIn();
	};
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
					{guest.name}
				</p>
				<AttendeeTexts texts={guest.details ?? []} className="text-sm" />
				<p className="truncate text-sm text-muted">{guest.email || guest.ticketTypeName}</p>
				{isIn ? <p className="text-sm text-success">{t`Checked in at ${time}`}</p> : null}
			</div>
			{isIn ? (
				<div className="flex items-center gap-1">
					<Badge variant="secondary">
						<Trans>Checked In</Trans>
					</Badge>
					{props.mayUndo ? (
						<IconButton
							icon={Undo2}
							label={t`Undo check-in of ${guest.name}`}
							className="min-h-11 min-w-11"
							onClick={props.onUndo}
						/>
					) : null}
				</div>
			) : props.mayCheckIn ? (
				<Button
					size="sm"
					variant="outline"
					className="min-h-11"
					isDisabled={door.isPending}
					onClick={checkIn}
					aria-label={t`Check In ${guest.name}`}
				>
					<Trans>Check In</Trans>
				</Button>
			) : null}
		</div>
	);
}
