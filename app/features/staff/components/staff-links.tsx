import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useStaffLinkActions, useStaffLinks } from '../api.ts';
import { NewStaffLinkDialog } from './new-staff-link-dialog.tsx';
import { type MadeLink, StaffLinkCard } from './staff-link-card.tsx';

/** The staff links of an event: make one, show it once as QR and short code, renew it, end it. */
export function StaffLinks({ event }: { event: string }) {
	const { t } = useLingui();
	const links = useStaffLinks(event);
	const actions = useStaffLinkActions(event);
	const [isMaking, setMaking] = useState(false);
	const [made, setMade] = useState<MadeLink | null>(null);
	const [ended, setEnded] = useState<StaffLink | null>(null);

	async function act<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			toast({
				variant: 'destructive',
				description: error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`,
			});
			return undefined;
		}
	}

	if (links.isPending) return <Spinner size={24} className="m-8" />;
	if (!links.data) {
		return (
			<EmptyState
				title={t`The links could not be read.`}
				action={<Button onClick={() => void links.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	const rows = links.data.data;
	return (
		<section className="flex flex-col gap-4" aria-labelledby="staff-links">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div>
					<h2 id="staff-links" className="text-lg font-medium">
						<Trans>Staff links</Trans>
					</h2>
					<p className="text-muted">
						<Trans>
							A way to the door without a login. It opens this event only, and ends when you say so.
						</Trans>
					</p>
				</div>
				<Button icon={Plus} onClick={() => setMaking(true)}>
					{t`New staff link`}
				</Button>
			</div>
			{made ? <StaffLinkCard link={made} onClose={() => setMade(null)} /> : null}
			{rows.length === 0 ? (
				<EmptyState
					drawing="door"
					title={t`Links for your door staff appear here.`}
					description={t`Each shows as a QR code and a short code; staff open it on any phone.`}
					action={<Button onClick={() => setMaking(true)}>{t`New staff link`}</Button>}
				/>
			) : (
				<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{rows.map((link) => (
						<LinkRow
							key={link.id}
							link={link}
							onRotate={() =>
								void act(actions.rotate.mutateAsync(link.id)).then((fresh) => fresh && setMade(fresh))
							}
							onRevoke={() => setEnded(link)}
						/>
					))}
				</ul>
			)}
			{isMaking ? (
				<NewStaffLinkDialog
					create={actions.create}
					onClose={() => setMaking(false)}
					onMade={(link) => {
						setMaking(false);
						setMade(link);
					}}
				/>
			) : null}
			<ConfirmDialog
				isOpen={ended !== null}
				onClose={() => setEnded(null)}
				title={t`End the link ${ended?.label ?? ''}?`}
				description={t`Every device that came in by it is out with its next scan. What was scanned stays.`}
				confirmLabel={t`End link`}
				isPending={actions.revoke.isPending}
				onConfirm={() => {
					if (ended) void act(actions.revoke.mutateAsync(ended.id)).then(() => setEnded(null));
				}}
			/>
		</section>
	);
}

function LinkRow(props: { link: StaffLink; onRotate: () => void; onRevoke: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { link } = props;
	const used = link.lastUsedAt ? formats.relative(link.lastUsedAt) : '';
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 p-4">
			<div className="min-w-0">
				<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
					{link.label}
				</p>
				<p className="text-sm text-muted">
					{link.revokedAt ? null : (
						<>
							<Trans>
								Short code <code className="text-ink">{link.shortCode}</code>
							</Trans>
							{' · '}
						</>
					)}
					{used ? <Trans>last used {used}</Trans> : <Trans>not used yet</Trans>}
				</p>
			</div>
			<div className="flex flex-wrap items-center gap-2">
				{link.hasPin ? (
					<StatusBadge tone="info" icon={KeyRound}>
						<Trans>PIN</Trans>
					</StatusBadge>
				) : null}
				{link.revokedAt ? (
					<StatusBadge tone="neutral">
						<Trans>Ended</Trans>
					</StatusBadge>
				) : (
					<StatusBadge tone="success">
						<Trans>Open</Trans>
					</StatusBadge>
				)}
				<Button size="sm" variant="outline" icon={RefreshCw} onClick={props.onRotate}>
					{link.revokedAt ? t`Open again` : t`Show anew`}
				</Button>
				{link.revokedAt ? null : (
					<Button size="sm" variant="ghost" tone="destructive" onClick={props.onRevoke}>
						{t`End link`}
					</Button>
				)}
			</div>
		</li>
	);
}
