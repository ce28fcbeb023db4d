import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { optionalPart } from '#app/lib/optional-part.tsx';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useOwnEvent } from '#app/shell/event-workspace.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { EventCard } from '#shared/contracts/events.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { type StaffLinkBody, useDoorPlaces, useStaffLinkActions, useStaffLinks } from '../api.ts';
import { lastMomentMs } from '../link-state.ts';
import { DeviceSheet } from './device-sheet.tsx';
import { EndLinkDialog } from './end-link-dialog.tsx';
import { ShareLinkDialog } from './share-link-dialog.tsx';
import { type MadeLink, StaffLinkCard } from './staff-link-card.tsx';
import { StaffLinkCode } from './staff-link-code.tsx';
import { StaffLinkDialog } from './staff-link-dialog.tsx';
import { type LinkAction, StaffLinkRow } from './staff-link-row.tsx';

/** Fetched for dates of a series alone. */
const SeriesStaffLinks = optionalPart(() =>
	import('./series-staff-links.tsx').then((module) => module.SeriesStaffLinks),
);

/** What is open over the list. */
type Open = { act: LinkAction; link: StaffLink } | { act: 'new'; link: null } | null;

/** The event of links: its times say how long they work. */
type LinkedEvent = Pick<EventCard, 'id' | 'endsAt' | 'timeZone'>;

/**
 * The staff links of an event: make, change, show, share, renew and end them, and see their devices. `isPart`: below a heading that names
 * the event. `startsSelling`: opens with the form of a new link that sells; `onStarted` is called when it is closed.
 */
export function StaffLinks(props: {
	event: LinkedEvent;
	isPart?: boolean;
	startsSelling?: boolean;
	onStarted?: () => void;
}) {
	const { event, isPart = false } = props;
	const { t } = useLingui();
	const showError = useErrorToast();
	const links = useStaffLinks(event.id);
	const actions = useStaffLinkActions(event.id);
	const isClosed = lastMomentMs(event.endsAt) <= Date.now();
	const [sells, setSells] = useState(props.startsSelling === true && !isClosed);
	const [open, setOpen] = useState<Open>(sells ? { act: 'new', link: null } : null);
	const [made, setMade] = useState<MadeLink | null>(null);
	const title = useId();
	function close() {
		setOpen(null);
		if (!sells) return;
		setSells(false);
		props.onStarted?.();
	}

	async function act<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			showError(error);
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

	if (!links.data) return <NoLinks isPending={links.isPending} onRetry={() => void links.refetch()} />;
	const rows = links.data.data;
	const renew = (link: StaffLink) =>
		void act(actions.rotate.mutateAsync(link.id)).then((fresh) => {
			if (fresh) setMade(fresh);
			close();
		});
	const start = () => {
		actions.create.reset();
		setOpen({ act: 'new', link: null });
	};
	const newLink = isClosed ? null : (
		<Button icon={Plus} onClick={start} variant="outline" {...(isPart && { size: 'sm' })}>
			{t`New staff link`}
		</Button>
	);
	return (
		<>
			<section
				className="flex flex-col gap-4 print:hidden"
				{...(isPart ? { 'aria-label': t`Staff links` } : { 'aria-labelledby': title })}
			>
				<div className="flex flex-wrap items-center justify-between gap-3">
					{isPart ? null : <Heading id={title} />}
					{isPart && rows.length === 0 ? null : newLink}
				</div>
				<EventEnded event={event} />
				{made ? <StaffLinkCard link={made} onClose={() => setMade(null)} /> : null}
				{rows.length === 0 ? (
					<EmptyState
						drawing="door"
						title={t`No staff links yet`}
						description={t`Create one and share its QR code or short code. It works on any phone.`}
						action={newLink}
					/>
				) : (
					<LinkList
						event={event}
						links={rows}
						onAction={(chosen, link) => {
							// What is revoked has no device to lose.
							if (chosen === 'rotate' && link.revokedAt) renew(link);
							else setOpen({ act: chosen, link });
						}}
					/>
				)}
			</section>
			<LinksOfSeries event={event.id} isPart={isPart} />
			{open?.act === 'new' || open?.act === 'edit' ? (
				<StaffLinkDialog
					event={event.id}
					timeZone={event.timeZone}
					link={open.link}
					sells={sells}
					isPending={actions.create.isPending || actions.update.isPending}
					error={open.act === 'edit' ? actions.update.error : actions.create.error}
					onSave={save}
					onClose={close}
				/>
			) : null}
			<LinkDialogs event={event} open={open} onClose={close} />
			{open?.act === 'revoke' || open?.act === 'rotate' ? (
				<EndLinkDialog
					act={open.act}
					link={open.link}
					isPending={actions.revoke.isPending || actions.rotate.isPending}
					onClose={close}
					onConfirm={() => {
						if (open.act === 'rotate') renew(open.link);
						else void act(actions.revoke.mutateAsync(open.link.id)).then(close);
					}}
				/>
			) : null}
		</>
	);
}

/** Of a date of a series: the links for all its dates. */
function LinksOfSeries({ event, isPart }: { event: string; isPart: boolean }) {
	const series = useOwnEvent(event).data?.series;
	if (!series) return null;
	return (
		<div className="mt-6 print:hidden">
			<SeriesStaffLinks seriesId={series.id} isPart={isPart} />
		</div>
	);
}

/** The links, with the gate and the lists that each is tied to. */
function LinkList(props: {
	event: LinkedEvent;
	links: readonly StaffLink[];
	onAction: (act: LinkAction, link: StaffLink) => void;
}) {
	const { event, links, onAction } = props;
	const { lists, gates } = useDoorPlaces(event.id);
	return (
		<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
			{links.map((link) => (
				<StaffLinkRow
					key={link.id}
					event={event.id}
					link={link}
					eventEndsAt={event.endsAt}
					timeZone={event.timeZone}
					gate={gates.find((gate) => gate.id === link.gateId)?.name}
					lists={lists.filter((list) => link.listIds?.includes(list.id)).map((list) => list.name)}
					onAction={(chosen) => onAction(chosen, link)}
				/>
			))}
		</ul>
	);
}

/** In place of links that are not read yet, or could not be. */
function NoLinks({ isPending, onRetry }: { isPending: boolean; onRetry: () => void }) {
	const { t } = useLingui();
	if (isPending) return <Spinner size={24} className="m-8" />;
	return (
		<EmptyState
			title={t`Couldn’t load the links.`}
			action={<Button onClick={onRetry}>{t`Try again`}</Button>}
		/>
	);
}

function Heading({ id }: { id: string }) {
	return (
		<div>
			<h2 id={id} className="text-lg font-medium">
				<Trans>Staff links</Trans>
			</h2>
			<p className="text-muted">
				<Trans>
					Let volunteers check guests in without an account. Limited to this event; revoke any time.
				</Trans>
			</p>
		</div>
	);
}

/** What a link shows over the list: its code, its devices, or the form that mails it. */
function LinkDialogs({ event, open, onClose }: { event: LinkedEvent; open: Open; onClose: () => void }) {
	switch (open?.act) {
		case 'code':
			return (
				<StaffLinkCode
					poster={`/events/${event.id}/door/poster/${open.link.id}`}
					link={open.link}
					onClose={onClose}
				/>
			);
		case 'devices':
			return <DeviceSheet event={event} link={open.link} onClose={onClose} />;
		case 'share':
			return <ShareLinkDialog event={event.id} link={open.link} onClose={onClose} />;
		default:
			return null;
	}
}

/** Says that links of an event that has ended work for another day, or not any more. */
function EventEnded({ event }: { event: LinkedEvent }) {
	const formats = useFormats();
	if (Date.parse(event.endsAt) > Date.now()) return null;
	const lastMs = lastMomentMs(event.endsAt);
	const until = formats.dateTime(new Date(lastMs).toISOString(), event.timeZone);
	return (
		<Callout tone="warning">
			{lastMs > Date.now() ? (
				<Trans>This event has ended. Its staff links work until {until}.</Trans>
			) : (
				<Trans>This event has ended. Its staff links stopped working on {until}.</Trans>
			)}
		</Callout>
	);
}
