import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { SeriesStaffLink } from '#shared/contracts/series-staff-links.ts';
import { type SeriesLinkBody, useSeriesLinkActions, useSeriesStaffLinks } from '../api.ts';
import { EndLinkDialog } from './end-link-dialog.tsx';
import { SeriesLinkDialog } from './series-link-dialog.tsx';
import { type SeriesLinkAction, SeriesLinkRow } from './series-link-row.tsx';
import { type MadeLink, StaffLinkCard } from './staff-link-card.tsx';
import { StaffLinkCode } from './staff-link-code.tsx';

/** What is open over the list. */
type Open = { act: SeriesLinkAction; link: SeriesStaffLink } | { act: 'new'; link: null } | null;

/**
 * The staff links of a series: one that staff use all season. Make, change, show, renew and end them. `isPart`: below a heading that names
 * a date of it.
 */
export function SeriesStaffLinks({ seriesId, isPart = false }: { seriesId: string; isPart?: boolean }) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const links = useSeriesStaffLinks(seriesId);
	const actions = useSeriesLinkActions(seriesId);
	const [open, setOpen] = useState<Open>(null);
	const [made, setMade] = useState<MadeLink | null>(null);
	const title = useId();
	const Title = isPart ? 'h4' : 'h2';
	const close = () => setOpen(null);

	async function save(body: SeriesLinkBody) {
		try {
			if (open?.act === 'edit') await actions.update.mutateAsync({ staffLink: open.link.id, body });
			else setMade(await actions.create.mutateAsync(body));
			close();
		} catch {
			// Shown in the form.
		}
	}
	async function end(act: 'rotate' | 'revoke', link: SeriesStaffLink) {
		try {
			if (act === 'rotate') setMade(await actions.rotate.mutateAsync(link.id));
			else await actions.revoke.mutateAsync(link.id);
		} catch (error) {
			showError(error);
		}
		close();
	}
	const start = () => {
		actions.create.reset();
		setOpen({ act: 'new', link: null });
	};
	const newLink = (
		<Button icon={Plus} onClick={start} variant="outline">
			{t`New staff link`}
		</Button>
	);
	const rows = links.data?.data;
	const ending = open?.act === 'revoke' || open?.act === 'rotate' ? { act: open.act, link: open.link } : null;
	return (
		<section className="flex flex-col gap-4" aria-labelledby={title}>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div>
					<Title id={title} className={isPart ? 'font-medium' : 'text-lg font-medium'}>
						<Trans>Staff links for all dates</Trans>
					</Title>
					<p className="text-muted">
						<Trans>One link for the whole series. It opens the date that is on; revoke any time.</Trans>
					</p>
				</div>
				{rows && rows.length > 0 ? newLink : null}
			</div>
			{made ? <StaffLinkCard link={made} onClose={() => setMade(null)} /> : null}
			{links.isPending ? <Spinner size={24} className="m-8" /> : null}
			{links.error ? (
				<EmptyState
					title={t`Couldn’t load the links.`}
					action={<Button onClick={() => void links.refetch()}>{t`Try again`}</Button>}
				/>
			) : null}
			{rows?.length === 0 && !made ? (
				<EmptyState
					drawing="door"
					title={t`No staff links yet`}
					description={t`Create one and put its QR code up for the season. It works on any phone.`}
					action={newLink}
				/>
			) : null}
			{rows && rows.length > 0 ? (
				<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{rows.map((link) => (
						<SeriesLinkRow
							key={link.id}
							series={seriesId}
							link={link}
							onAction={(act) => {
								// What is revoked has no device to lose.
								if (act === 'rotate' && link.revokedAt) void end('rotate', link);
								else setOpen({ act, link });
							}}
						/>
					))}
				</ul>
			) : null}
			{open?.act === 'new' || open?.act === 'edit' ? (
				<SeriesLinkDialog
					link={open.link}
					isPending={actions.create.isPending || actions.update.isPending}
					error={open.act === 'edit' ? actions.update.error : actions.create.error}
					onSave={save}
					onClose={close}
				/>
			) : null}
			{open?.act === 'code' ? (
				<StaffLinkCode
					poster={`/series/${seriesId}/door/poster/${open.link.id}`}
					link={open.link}
					onClose={close}
				/>
			) : null}
			{ending ? (
				<EndLinkDialog
					{...ending}
					isPending={actions.revoke.isPending || actions.rotate.isPending}
					onClose={close}
					onConfirm={() => void end(ending.act, ending.link)}
				/>
			) : null}
		</section>
	);
}
