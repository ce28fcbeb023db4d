import { useLingui } from '@lingui/react/macro';
import { CalendarArrowUp, Download, Ellipsis, FileUp, Mail } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#app/ui/menu.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { downloadGuests, type GuestListFilters } from '../api.ts';

/** Actions for the whole list: importing guests from a file, and exporting the shown ones. */
export function GuestListMenu(props: {
	event: PublicEvent;
	filters: GuestListFilters;
	mayEdit: boolean;
	onMoveAll: (() => void) | null;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { event, filters, mayEdit } = props;
	const [isRunning, setRunning] = useState(false);
	async function run(format: 'csv' | 'xlsx') {
		setRunning(true);
		try {
			await downloadGuests(event.id, filters, format);
		} catch (error) {
			toast({ variant: 'destructive', title: t`Download failed`, description: errorText(error) });
		} finally {
			setRunning(false);
		}
	}
	const items: MenuItem[] = [];
	if (mayEdit) {
		items.push({
			id: 'import',
			label: t`Import guests`,
			icon: FileUp,
			to: `/events/${event.id}/guests/import`,
		});
	}
	if (event.organisation?.permissions.includes('messages.send')) {
		const type = filters.ticketTypeId ? `?type=${filters.ticketTypeId}` : '';
		items.push({
			id: 'write',
			label: t`Write to these guests`,
			icon: Mail,
			to: `/events/${event.id}/messages/new${type}`,
		});
	}
	const { onMoveAll } = props;
	if (onMoveAll)
		items.push({
			id: 'move',
			label: t`Move all guests to another date…`,
			icon: CalendarArrowUp,
			onSelect: onMoveAll,
		});
	if (event.organisation?.permissions.includes('attendees.export')) {
		items.push(
			{ id: 'csv', label: t`Export as CSV`, icon: Download, onSelect: () => void run('csv') },
			{ id: 'xlsx', label: t`Export as Excel`, icon: Download, onSelect: () => void run('xlsx') },
		);
	}
	if (items.length === 0) return null;
	return (
		<Menu
			label={t`Guest list actions`}
			align="end"
			items={items}
			trigger={(trigger) => (
				<IconButton
					{...trigger}
					icon={Ellipsis}
					label={t`Guest list actions`}
					variant="outline"
					isLoading={isRunning}
				/>
			)}
		/>
	);
}
