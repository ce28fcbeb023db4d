import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { Money } from '#app/ui/money.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { ListedPage } from '#shared/contracts/supporter-pages.ts';
import { supporterPath } from '#shared/rules/event-paths.ts';
import {
	downloadPoster,
	noPageFilters,
	type PageFilters,
	useModeratePage,
	useSupporterPages,
} from '../api.ts';
import { pageStateLabels, pageStateTones, reportReasonLabels } from '../labels.ts';
import { SearchCard } from './search-card.tsx';

/** Pages and teams of supporters: what each has raised, who made it, and whether everyone sees it. */
export function SupportersCard(props: { event: PublicEvent; fundraiser: Fundraiser; canEdit: boolean }) {
	const { t, i18n } = useLingui();
	const { event, fundraiser, canEdit } = props;
	const [filters, setFilters] = useState<PageFilters>(noPageFilters);
	const [hiding, setHiding] = useState<ListedPage | null>(null);
	const pages = useSupporterPages(event.id, filters);
	const isNarrowed =
		filters.reported !== '' || filters.q !== '' || filters.kind !== '' || filters.state !== '';
	// A fundraiser without pages that wants none has nothing to list.
	if (fundraiser.supporters === 'off' && !isNarrowed && !pages.data?.length) return null;
	return (
		<SearchCard
			title={<span className="text-lg">{t`Supporters`}</span>}
			search={{ label: t`Search supporters`, placeholder: t`Search name, story or email` }}
			choices={[
				{
					name: 'kind',
					label: t`Kind of page`,
					all: t`Pages and teams`,
					options: [
						{ value: 'page', label: t`Pages` },
						{ value: 'team', label: t`Teams` },
					],
				},
				{
					name: 'reported',
					label: t`Reports by visitors`,
					all: t`Reported or not`,
					options: [{ value: 'true', label: t`Reported` }],
				},
				{
					name: 'state',
					label: t`State of the page`,
					all: t`All states`,
					options: (['waiting', 'shown', 'hidden'] as const).map((value) => ({
						value,
						label: i18n._(pageStateLabels[value]),
					})),
				},
			]}
			filters={filters}
			onFilters={setFilters}
			pages={pages}
			texts={{
				failed: t`Couldn’t load the supporters.`,
				noMatch: t`No matching supporters`,
				empty: t`No supporters yet`,
				emptyHint: t`Share the fundraiser: anyone can create a page or a team there, with a goal of their own.`,
				shown: <Plural value={pages.data?.length ?? 0} one="# page shown" other="# pages shown" />,
			}}
			table={(list) => (
				<PageTable
					{...list}
					event={event}
					currency={fundraiser.currency}
					onHide={canEdit ? setHiding : null}
				/>
			)}
		>
			{hiding ? <HideDialog event={event} page={hiding} onClose={() => setHiding(null)} /> : null}
		</SearchCard>
	);
}

function PageTable(props: {
	event: PublicEvent;
	currency: string;
	rows: ListedPage[];
	isLoading: boolean;
	empty: React.ReactNode;
	onHide: ((page: ListedPage) => void) | null;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, currency } = props;
	return (
		<DataTable
			label={t`Supporters`}
			rows={props.rows}
			rowKey={(row) => row.id}
			rowName={(row) => row.name}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'name',
					header: t`Name`,
					className: 'w-full max-w-24',
					cell: (row) => <NameCell event={event} row={row} />,
				},
				{
					id: 'raised',
					header: t`Raised`,
					from: 'md',
					align: 'end',
					cell: (row) => (
						<div className="flex flex-wrap items-baseline gap-x-1 md:flex-col md:items-end">
							<Money>{formats.money(row.raisedMinor, currency)}</Money>
							<span className="whitespace-nowrap text-compact text-muted">
								{t`of ${formats.money(row.goalMinor, currency)}`}
							</span>
						</div>
					),
				},
				{
					id: 'made',
					header: t`Created`,
					from: 'lg',
					className: 'whitespace-nowrap',
					cell: (row) => formats.shortDate(row.createdAt, event.timeZone),
				},
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (row) => (
						<div className="flex flex-wrap justify-end gap-2">
							<PosterButton event={event} page={row} />
							{props.onHide ? <StateButtons event={event} page={row} onHide={props.onHide} /> : null}
						</div>
					),
				},
			]}
		/>
	);
}

function NameCell({ event, row }: { event: PublicEvent; row: ListedPage }) {
	const { t, i18n } = useLingui();
	const kind = row.kind === 'team' ? t`Team` : row.team ? t`In ${row.team.name}` : '';
	return (
		<>
			<p className="flex flex-wrap items-center gap-2">
				{row.state === 'shown' ? (
					<Link
						to={supporterPath(event, row)}
						className="link font-medium [overflow-wrap:anywhere]"
						dir="auto"
					>
						{row.name}
					</Link>
				) : (
					<span className="font-medium [overflow-wrap:anywhere]" dir="auto">
						{row.name}
					</span>
				)}
				<StatusBadge tone={pageStateTones[row.state]}>{i18n._(pageStateLabels[row.state])}</StatusBadge>
			</p>
			<p className="text-compact text-muted [overflow-wrap:anywhere]">
				{[kind, row.ownerEmail].filter(Boolean).join(' · ')}
			</p>
			{row.story ? (
				<p className="line-clamp-2 text-compact [overflow-wrap:anywhere]" dir="auto">
					{row.story}
				</p>
			) : null}
			{row.picture ? (
				<img src={row.picture.url} alt={row.name} className="my-1.5 h-16 w-28 rounded object-cover" />
			) : null}
			{row.reports > 0 && row.reportReason ? (
				<p className="text-compact font-medium text-danger">
					<Plural value={row.reports} one="Reported by # visitor" other="Reported by # visitors" />
					{`: ${i18n._(reportReasonLabels[row.reportReason])}`}
				</p>
			) : null}
			{row.hiddenReason ? (
				<p className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
					{t`Reason: ${row.hiddenReason}`}
				</p>
			) : null}
		</>
	);
}

function PosterButton({ event, page }: { event: PublicEvent; page: ListedPage }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const [isLoading, setLoading] = useState(false);
	async function download() {
		setLoading(true);
		await attempt(downloadPoster(event.id, page));
		setLoading(false);
	}
	return (
		<Button
			variant="outline"
			size="sm"
			icon={Download}
			isLoading={isLoading}
			aria-label={t`Download the poster of ${page.name}`}
			onClick={() => void download()}
		>
			{t`Poster`}
		</Button>
	);
}

function StateButtons(props: { event: PublicEvent; page: ListedPage; onHide: (page: ListedPage) => void }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { event, page, onHide } = props;
	const moderate = useModeratePage(event.id);
	return (
		<>
			{page.state === 'shown' && page.reports > 0 ? (
				<Button
					variant="outline"
					size="sm"
					isLoading={moderate.isPending}
					aria-label={t`Dismiss the reports of ${page.name}`}
					onClick={() =>
						void attempt(moderate.mutateAsync({ page: page.id, state: 'shown' }), t`Reports dismissed`)
					}
				>
					{t`Dismiss reports`}
				</Button>
			) : null}
			{page.state === 'shown' ? null : (
				<Button
					variant="outline"
					size="sm"
					isLoading={moderate.isPending}
					aria-label={
						page.state === 'waiting' ? t`Approve the page of ${page.name}` : t`Show the page of ${page.name}`
					}
					onClick={() =>
						void attempt(moderate.mutateAsync({ page: page.id, state: 'shown' }), t`The page is public`)
					}
				>
					{page.state === 'waiting' ? t`Approve` : t`Show`}
				</Button>
			)}
			{page.state === 'hidden' ? null : (
				<Button
					variant="outline"
					size="sm"
					aria-label={t`Hide the page of ${page.name}`}
					onClick={() => onHide(page)}
				>
					{t`Hide`}
				</Button>
			)}
		</>
	);
}

function HideDialog({ event, page, onClose }: { event: PublicEvent; page: ListedPage; onClose: () => void }) {
	const { t } = useLingui();
	const { isSandbox } = event;
	const mailNote = useMailNote({ isSandbox, addresses: page.ownerEmail === '' ? [] : [page.ownerEmail] });
	const moderate = useModeratePage(event.id);
	const form = useFormCall({
		labels: { reason: t`Reason` },
		checks: {},
		async send({ reason = '' }) {
			await moderate.mutateAsync({ page: page.id, state: 'hidden', reason });
			toast({ variant: 'success', description: t`The page is hidden` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Hide this page?`}
			description={t`No one sees it until you show it again. Its donations stay with the fundraiser.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="hide-page" isLoading={form.isPending}>
						{t`Hide page`}
					</Button>
				</>
			}
		>
			<Form id="hide-page" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextArea
					label={t`Reason`}
					isOptional
					name="reason"
					rows={3}
					maxLength={500}
					dir="auto"
					hint={
						page.ownerEmail === ''
							? t`Its owner left no email, and reads it on their own page.`
							: (mailNote ?? t`${page.ownerEmail} gets it by email.`)
					}
					error={form.errorOf('reason')}
				/>
			</Form>
		</Dialog>
	);
}
