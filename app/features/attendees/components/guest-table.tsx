import { Trans, useLingui } from '@lingui/react/macro';
import {
	Banknote,
	CalendarArrowUp,
	Check,
	Ellipsis,
	Eraser,
	Mail,
	Pencil,
	Undo2,
	XCircle,
} from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { AttendeeTexts } from '#app/ui/attendee-texts.tsx';
import { Button } from '#app/ui/button.tsx';
import { DataTable, type Selection } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { fieldsIn } from '#shared/rules/attendee-fields.ts';

export interface GuestTableActions {
	onEdit: (guest: Attendee) => void;
	onCancel: (guest: Attendee) => void;
	onErase: (guest: Attendee) => void;
	onRefund: (guest: Attendee) => void;
	onResend: (guest: Attendee) => void;
	/** Null: the event has no other date. */
	onMove: ((guest: Attendee) => void) | null;
	onCheckIn: (guest: Attendee) => void;
	onUndo: (guest: Attendee) => void;
}

const listedFields = fieldsIn('guest-list');

/** The organiser's guest list as a table; what can be done to a guest is behind one button a row. */
export function GuestTable(
	props: GuestTableActions & {
		event: PublicEvent;
		guests: Attendee[];
		/** Whether money may have been paid for the ticket. */
		isPaid: (guest: Attendee) => boolean;
		/** Guests that are chosen for moving; absent: none can be. */
		selection?: Selection | undefined;
		empty: React.ReactNode;
		isLoading: boolean;
	},
) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, guests } = props;
	const may = new Set(event.organisation?.permissions ?? []);
	return (
		<DataTable
			label={t`Guests`}
			rows={guests}
			rowKey={(guest) => guest.id}
			rowName={(guest) => guest.name}
			isLoading={props.isLoading}
			empty={props.empty}
			{...(props.selection ? { selection: props.selection } : {})}
			{...(may.has('attendees.edit') ? { onOpen: props.onEdit } : {})}
			columns={[
				{
					id: 'name',
					header: t`Name`,
					// All the room that the other columns leave: the widths stay the same when guests arrive.
					className: 'w-full max-w-32 max-sm:max-w-0',
					cell: (guest) => (
						<>
							<p className="truncate font-medium" dir="auto" title={guest.name}>
								{guest.name}
							</p>
							<p className="truncate text-compact text-muted" title={guest.email}>
								{guest.email}
							</p>
							<p className="truncate text-compact text-muted md:hidden" dir="auto">
								{guest.ticketTypeName}
							</p>
							<AttendeeTexts texts={listedFields.map((field) => guest[field])} />
						</>
					),
				},
				{
					id: 'type',
					header: t`Ticket`,
					from: 'md',
					isInFirst: true,
					cell: (guest) => (
						<span dir="auto" className="block w-max max-w-40">
							{guest.ticketTypeName}
						</span>
					),
				},
				{ id: 'order', header: t`Order`, from: 'lg', cell: (guest) => <code>{guest.orderCode}</code> },
				{
					id: 'registered',
					header: t`Registered`,
					from: 'lg',
					className: 'whitespace-nowrap',
					cell: (guest) => formats.dateTime(guest.createdAt, event.timeZone),
				},
				{
					id: 'state',
					header: t`Status`,
					cell: (guest) =>
						mayCheckIn(guest, may) && !guest.checkedInAt ? (
							<Button
								size="sm"
								variant="outline"
								icon={Check}
								aria-label={t`Check in ${guest.name}`}
								onClick={() => props.onCheckIn(guest)}
							>
								{t`Check in`}
							</Button>
						) : (
							<GuestState guest={guest} timeZone={event.timeZone} />
						),
				},
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (guest) => <GuestMenu guest={guest} may={may} isSandbox={props.event.isSandbox} {...props} />,
				},
			]}
		/>
	);
}

const mayCheckIn = (guest: Attendee, may: ReadonlySet<string>) =>
	guest.status === 'active' && may.has('check_ins.perform');

function GuestState({ guest, timeZone }: { guest: Attendee; timeZone: string }) {
	const formats = useFormats();
	if (guest.status === 'cancelled') {
		return (
			<StatusBadge tone="danger">
				<Trans>Cancelled</Trans>
			</StatusBadge>
		);
	}
	if (guest.status === 'held') {
		return (
			<StatusBadge tone="pending">
				<Trans>Pending (in checkout)</Trans>
			</StatusBadge>
		);
	}
	if (guest.checkedInAt) {
		const time = formats.time(guest.checkedInAt, timeZone);
		return (
			<StatusBadge tone="success">
				<Trans>Checked in {time}</Trans>
			</StatusBadge>
		);
	}
	return (
		<StatusBadge tone="neutral">
			<Trans>Going</Trans>
		</StatusBadge>
	);
}

function GuestMenu(
	props: GuestTableActions & {
		guest: Attendee;
		isPaid: (guest: Attendee) => boolean;
		may: ReadonlySet<string>;
		isSandbox: boolean;
	},
) {
	const { t } = useLingui();
	const { guest, may, isSandbox } = props;
	const mailNote = useMailNote({ isSandbox, addresses: [guest.email] });
	const items: MenuItem[] = [];
	if (mayCheckIn(guest, may) && guest.checkedInAt)
		items.push({ id: 'undo', label: t`Undo check-in`, icon: Undo2, onSelect: () => props.onUndo(guest) });
	if (may.has('attendees.edit')) {
		items.push({ id: 'edit', label: t`Edit`, icon: Pencil, onSelect: () => props.onEdit(guest) });
		if (guest.status === 'active') {
			if (!mailNote) {
				items.push({
					id: 'resend',
					label: t`Resend ticket`,
					icon: Mail,
					onSelect: () => props.onResend(guest),
				});
			}
			const { onMove } = props;
			if (onMove)
				items.push({
					id: 'move',
					label: t`Move to another date…`,
					icon: CalendarArrowUp,
					onSelect: () => onMove(guest),
				});
		}
	}
	const dangers: MenuItem[] = [];
	if (may.has('refunds.make') && props.isPaid(guest)) {
		dangers.push({
			id: 'refund',
			label: t`Refund ticket…`,
			icon: Banknote,
			onSelect: () => props.onRefund(guest),
		});
	}
	if (may.has('attendees.edit') && guest.status === 'active') {
		dangers.push({
			id: 'cancel',
			label: t`Cancel ticket`,
			icon: XCircle,
			tone: 'destructive',
			onSelect: () => props.onCancel(guest),
		});
	}
	if (may.has('attendees.erase')) {
		dangers.push({
			id: 'erase',
			label: t`Erase personal data…`,
			icon: Eraser,
			tone: 'destructive',
			onSelect: () => props.onErase(guest),
		});
	}
	if (items.length > 0 && dangers.length > 0) items.push('separator');
	items.push(...dangers);
	if (items.length === 0) return null;
	return (
		<Menu
			label={t`Actions for ${guest.name}`}
			align="end"
			items={items}
			trigger={(trigger) => (
				<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${guest.name}`} size="sm" />
			)}
		/>
	);
}
