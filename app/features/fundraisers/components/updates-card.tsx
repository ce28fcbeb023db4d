import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MarkdownField } from '#app/features/text-editing/components/markdown-field.tsx';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { FundraiserUpdate } from '#shared/contracts/fundraisers.ts';
import { useUpdateActions, useUpdates } from '../api.ts';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/** Updates that the organiser has posted on the page, and a new one. */
export function UpdatesCard({
	event,
	canEdit,
}: {
	event: { id: string; timeZone: string };
	canEdit: boolean;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const updates = useUpdates(event.id);
	const { remove } = useUpdateActions(event.id);
	const [open, setOpen] = useState<FundraiserUpdate | 'new' | null>(null);
	const [removing, setRemoving] = useState<FundraiserUpdate | null>(null);
	const rows = updates.data ?? [];
	return (
		<Card
			title={<span className="text-lg">{t`Updates`}</span>}
			description={t`News for your donors, shown on the fundraiser’s page and emailed to those who asked for it.`}
			actions={
				canEdit ? (
					<Button variant="outline" icon={Plus} onClick={() => setOpen('new')}>
						{t`Post update`}
					</Button>
				) : null
			}
		>
			{updates.error ? <ErrorCallout error={updates.error} /> : null}
			{updates.data && rows.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>No updates yet.</Trans>
				</p>
			) : (
				<ul className="flex flex-col divide-y divide-hairline">
					{rows.map((row) => (
						<li key={row.id} className="flex flex-col gap-1 py-4 first:pt-0 last:pb-0">
							<h3 className="font-medium [overflow-wrap:anywhere]" dir="auto">
								{row.title}
							</h3>
							<p className="text-compact text-muted">{formats.dateTime(row.createdAt, event.timeZone)}</p>
							<SanitisedHtml html={row.bodyHtml} className="prose max-w-measure text-sm" dir="auto" />
							{canEdit ? (
								<div className="flex gap-2">
									<Button variant="ghost" size="sm" onClick={() => setOpen(row)}>
										{t`Edit`}
									</Button>
									<Button variant="ghost" size="sm" onClick={() => setRemoving(row)}>
										{t`Remove`}
									</Button>
								</div>
							) : null}
						</li>
					))}
				</ul>
			)}
			<ShowMore
				hasMore={updates.hasNextPage}
				isLoading={updates.isFetchingNextPage}
				onMore={() => void updates.fetchNextPage()}
			/>
			{open ? (
				<UpdateDialog event={event.id} update={open === 'new' ? null : open} onClose={() => setOpen(null)} />
			) : null}
			{removing ? (
				<ConfirmDialog
					isOpen
					onClose={() => setRemoving(null)}
					title={t`Remove this update?`}
					description={t`This can’t be undone.`}
					confirmLabel={t`Remove`}
					isPending={remove.isPending}
					onConfirm={() =>
						void attempt(remove.mutateAsync(removing.id), t`Update removed`).then(() => setRemoving(null))
					}
				/>
			) : null}
		</Card>
	);
}

function UpdateDialog(props: { event: string; update: FundraiserUpdate | null; onClose: () => void }) {
	const { t } = useLingui();
	const { event, update, onClose } = props;
	const { save } = useUpdateActions(event);
	const keyOf = useKeyOf();
	const [body, setBody] = useState(update?.body ?? '');
	const [isEmailed, setEmailed] = useState(true);
	const form = useFormCall({
		labels: { title: t`Title`, body: t`Text` },
		checks: {
			title: (typed) => (typed.trim() === '' ? t`Enter a title.` : undefined),
			// Not of the form: in the preview the field is not in it.
			body: () => (body.trim() === '' ? t`Enter a text.` : undefined),
		},
		async send({ title = '' }) {
			const said = { title, body };
			await save.mutateAsync({
				id: update?.id ?? null,
				body: said,
				email: isEmailed,
				key: keyOf({ ...said, isEmailed }),
			});
			toast({ variant: 'success', description: update ? t`Update saved` : t`Update posted` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={update ? t`Edit update` : t`Post update`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="fundraiser-update" isLoading={form.isPending}>
						{update ? t`Save` : t`Post`}
					</Button>
				</>
			}
		>
			<Form id="fundraiser-update" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextField
					label={t`Title`}
					name="title"
					maxLength={120}
					autoComplete="off"
					dir="auto"
					defaultValue={update?.title}
					error={form.errorOf('title')}
				/>
				<MarkdownField
					label={t`Text`}
					name="body"
					value={body}
					onChange={setBody}
					maxLength={5_000}
					error={form.errorOf('body')}
					hasLabel
				/>
				{update ? null : (
					<Checkbox
						label={t`Email it to donors who asked for updates`}
						checked={isEmailed}
						onChange={(changed) => setEmailed(changed.target.checked)}
					/>
				)}
			</Form>
		</Dialog>
	);
}
