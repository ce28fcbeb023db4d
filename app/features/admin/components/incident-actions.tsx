import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { incidentStateNames } from '#app/features/status/api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Incident } from '#shared/contracts/status.ts';
import { useDeleteIncident, useUpdateIncident } from '../incidents-api.ts';

const steps = ['investigating', 'identified', 'monitoring', 'resolved'] as const;

/** Says how an incident goes on, or deletes one that was published by mistake. */
export function IncidentActions({ incident }: { incident: Incident }) {
	const { t, i18n } = useLingui();
	const errorText = useErrorText();
	const update = useUpdateIncident();
	const remove = useDeleteIncident();
	const [isAsking, setIsAsking] = useState(false);
	const [message, setMessage] = useState('');

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const state = String(new FormData(event.currentTarget).get('state')) as (typeof steps)[number];
		try {
			await update.mutateAsync({ incident: incident.id, body: { state, message } });
			setMessage('');
			toast({ variant: 'success', description: t`Posted on the status page.` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	}

	async function deleteIt() {
		try {
			await remove.mutateAsync(incident.id);
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		} finally {
			setIsAsking(false);
		}
	}

	return (
		<div className="flex flex-col gap-3 border-t pt-4">
			{incident.state === 'resolved' ? null : (
				<form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
					<TextArea
						label={t`Update`}
						required
						maxLength={2000}
						rows={2}
						value={message}
						onChange={(event) => setMessage(event.target.value)}
					/>
					<div className="flex flex-wrap items-end gap-2">
						<Select
							label={t`Status`}
							name="state"
							defaultValue={incident.state === 'scheduled' ? 'investigating' : incident.state}
							options={steps.map((state) => ({ value: state, label: i18n._(incidentStateNames[state]) }))}
						/>
						<Button type="submit" isLoading={update.isPending}>
							<Trans>Post update</Trans>
						</Button>
					</div>
				</form>
			)}
			<Button variant="ghost" size="sm" className="self-start" onClick={() => setIsAsking(true)}>
				<Trans>Delete</Trans>
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				onClose={() => setIsAsking(false)}
				title={t`Delete this incident?`}
				description={t`It disappears from the status page and the feed. The audit log keeps a record.`}
				confirmLabel={t`Delete`}
				isPending={remove.isPending}
				onConfirm={() => void deleteIt()}
			/>
		</div>
	);
}
