import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { TrackingLink } from '#shared/contracts/tracking-links.ts';
import { useCreateLink, useEndLink, useTrackingLinks } from '../api.ts';

/** Links to an event that show who came by them: one for each poster, newsletter or partner. */
export function TrackingLinksCard(props: { organisation: string; event: string; mayEdit: boolean }) {
	const { organisation, event, mayEdit } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const links = useTrackingLinks(organisation, event);
	const create = useCreateLink(organisation);
	const end = useEndLink(organisation);
	const [label, setLabel] = useState('');
	const [ending, setEnding] = useState<TrackingLink | null>(null);
	async function add(submit: FormEvent) {
		submit.preventDefault();
		const name = label.trim();
		if (name === '' || create.isPending) return;
		if (await attempt(create.mutateAsync({ event, label: name }), t`Tracking link created`)) setLabel('');
	}
	const endingName = ending?.label ?? '';
	const rows = links.data ?? [];
	return (
		<Card
			title={t`Tracking links`}
			description={t`One link for each poster, newsletter or partner shows how many came by it and registered.`}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={links.error} onRetry={links.refetch} />
				{rows.length > 0 ? (
					<ul className="flex flex-col">
						{rows.map((link) => (
							<li
								key={link.id}
								className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline py-2 first:border-t-0"
							>
								<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
									<bdi className="font-medium">{link.label}</bdi>
									<span className="block text-compact text-muted" dir="ltr">
										{link.url}
									</span>
								</span>
								<span className="flex items-center gap-1">
									<CopyButton text={link.url} />
									{mayEdit ? (
										<IconButton
											icon={Trash2}
											label={t`Remove ${link.label}`}
											onClick={() => setEnding(link)}
										/>
									) : null}
								</span>
							</li>
						))}
					</ul>
				) : null}
				<ShowMore {...moreOf(links)} label={<Trans>Show more links</Trans>} />
				{mayEdit ? (
					<form onSubmit={(submit) => void add(submit)} className="flex flex-wrap items-end gap-3">
						<TextField
							label={t`Where you will use it`}
							value={label}
							onChange={(change) => setLabel(change.target.value)}
							placeholder={t`Poster at the harbour`}
							maxLength={80}
							className="min-w-0 flex-1 basis-56"
						/>
						<Button
							type="submit"
							variant="outline"
							isLoading={create.isPending}
							disabledReason={label.trim() === '' ? t`Enter where you will use it` : undefined}
						>
							{t`Create link`}
						</Button>
					</form>
				) : rows.length === 0 ? (
					<p className="text-sm text-muted">
						<Trans>No tracking links yet.</Trans>
					</p>
				) : null}
			</div>
			<ConfirmDialog
				isOpen={ending !== null}
				onClose={() => setEnding(null)}
				title={t`Remove ${endingName}?`}
				description={t`The link still leads to the event, but visits are no longer counted for it. Its figures stay.`}
				confirmLabel={t`Remove`}
				isPending={end.isPending}
				onConfirm={() => {
					if (ending)
						void attempt(end.mutateAsync(ending.id), t`Tracking link removed`).then(() => setEnding(null));
				}}
			/>
		</Card>
	);
}
