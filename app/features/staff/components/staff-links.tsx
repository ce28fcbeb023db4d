import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { type StaffLinkBody, useDoorPlaces, useStaffLinkActions, useStaffLinks } from '../api.ts';
import { DeviceSheet } from './device-sheet.tsx';
import { ShareLinkDialog } from './share-link-dialog.tsx';
import { type MadeLink, StaffLinkCard } from './staff-link-card.tsx';
import { StaffLinkDialog } from './staff-link-dialog.tsx';
import { type LinkAction, StaffLinkRow } from './staff-link-row.tsx';

/** What is open over the list. */
type Open = { act: Exclude<LinkAction, 'rotate'>; link: StaffLink } | { act: 'new'; link: null } | null;

/** The staff links of an event: make, change, show, share, renew and end them, and see their devices. */
export function StaffLinks({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const links = useStaffLinks(event.id);
	const actions = useStaffLinkActions(event.id);
	const { lists, gates } = useDoorPlaces(event.id);
	const [open, setOpen] = useState<Open>(null);
	const [made, setMade] = useState<MadeLink | null>(null);
	const close = () => setOpen(null);
	const gateOf = (link: StaffLink) => gates.find((gate) => gate.id === link.gateId)?.name;
	const listsOf = (link: StaffLink) =>
		lists.filter((list) => link.listIds?.includes(list.id)).map((list) => list.name);

	async function act<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
			return undefined;
		}
	}

	async function save(body: StaffLinkBody) {
		try {
			if (open?.act === 'edit') await actions.update.mutateAsync({ staffLink: open.link.id, body });
			else setMade(await actions.create.mutateAsync(body));
			close();
		} catch {
			// Shown in the form.
		}
	}

	if (links.isPending) return <Spinner size={24} className="m-8" />;
	if (!links.data) {
		return (
			<EmptyState
				title={t`Couldn’t load the links.`}
				action={<Button onClick={() => void links.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	const rows = links.data.data;
	const start = () => {
		actions.create.reset();
		setOpen({ act: 'new', link: null });
	};
	return (
		<>
			<section className="flex flex-col gap-4 print:hidden" aria-labelledby="staff-links">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<div>
						<h2 id="staff-links" className="text-lg font-medium">
							<Trans>Staff links</Trans>
						</h2>
						<p className="text-muted">
							<Trans>
								Let volunteers check guests in without an account. Limited to this event; revoke any time.
							</Trans>
						</p>
					</div>
					<Button icon={Plus} onClick={start}>
						{t`New staff link`}
					</Button>
				</div>
				{made ? <StaffLinkCard link={made} onClose={() => setMade(null)} /> : null}
				{rows.length === 0 ? (
					<EmptyState
						drawing="door"
						title={t`No staff links yet`}
						description={t`Create one and share its QR code or short code. It works on any phone.`}
						action={<Button onClick={start}>{t`New staff link`}</Button>}
					/>
				) : (
					<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
						{rows.map((link) => (
							<StaffLinkRow
								key={link.id}
								event={event.id}
								link={link}
								eventEndsAt={event.endsAt}
								timeZone={event.timeZone}
								gate={gateOf(link)}
								lists={listsOf(link)}
								onAction={(chosen) => {
									if (chosen !== 'rotate') return setOpen({ act: chosen, link });
									void act(actions.rotate.mutateAsync(link.id)).then((fresh) => fresh && setMade(fresh));
								}}
							/>
						))}
					</ul>
				)}
			</section>
			{open?.act === 'new' || open?.act === 'edit' ? (
				<StaffLinkDialog
					event={event.id}
					timeZone={event.timeZone}
					link={open.link}
					isPending={actions.create.isPending || actions.update.isPending}
					error={open.act === 'edit' ? actions.update.error : actions.create.error}
					onSave={save}
					onClose={close}
				/>
			) : null}
			{open?.act === 'devices' ? <DeviceSheet event={event.id} link={open.link} onClose={close} /> : null}
			{open?.act === 'share' ? <ShareLinkDialog event={event.id} link={open.link} onClose={close} /> : null}
			<ConfirmDialog
				isOpen={open?.act === 'revoke'}
				onClose={close}
				title={t`Revoke ${open?.link?.label ?? ''}?`}
				description={t`Devices using it lose access at their next scan. Past scans are kept.`}
				confirmLabel={t`Revoke`}
				isPending={actions.revoke.isPending}
				onConfirm={() => {
					if (open?.link) void act(actions.revoke.mutateAsync(open.link.id)).then(close);
				}}
			/>
		</>
	);
}
