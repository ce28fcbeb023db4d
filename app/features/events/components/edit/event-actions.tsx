import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { allowsStep } from '#shared/rules/event-state.ts';
import { type EventStepName, useDeleteEvent, useEventStep } from '../../api.ts';

type Asked = 'cancel' | 'postpone' | 'unpublish' | 'delete' | null;

/** What can be done to the event as a whole; only what its state allows is offered. */
export function EventActions({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const step = useEventStep();
	const remove = useDeleteEvent();
	const [asked, setAsked] = useState<Asked>(null);
	const [message, setMessage] = useState('');
	const permissions = event.organisation?.permissions ?? [];
	const mayPublish = permissions.includes('events.publish');
	const can = (name: Parameters<typeof allowsStep>[0]) =>
		mayPublish && allowsStep(name, event.status) && !isDone(name, event.status);
	const isBusy = step.isPending || remove.isPending;

	async function take(name: EventStepName, done: string) {
		try {
			const answer = await step.mutateAsync({ event: event.id, step: name, message });
			setAsked(null);
			setMessage('');
			toast({ variant: 'success', description: done });
			return answer;
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
			return null;
		}
	}
	async function duplicate() {
		const copy = await take('duplicate', t`Copied. The copy is a draft.`);
		if (copy) await navigate(`/events/${copy.id}/edit`);
	}
	async function deleteIt() {
		try {
			await remove.mutateAsync(event);
			toast({ variant: 'success', description: t`The draft is deleted.` });
			await navigate('/dashboard');
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	}
	const pending = (name: string) => step.isPending && step.variables.step === name;

	return (
		<section
			id="actions"
			aria-labelledby="actions-title"
			className="scroll-mt-24 rounded-lg border border-hairline bg-surface px-5 pt-5 pb-2"
		>
			<h2 id="actions-title" className="pb-2 text-lg font-semibold">
				<Trans>The event as a whole</Trans>
			</h2>
			{permissions.includes('events.create') ? (
				<SettingsRow
					title={t`Duplicate`}
					description={t`A new draft with the same content and tickets, a week later at the same time.`}
				>
					<Button variant="outline" onClick={() => void duplicate()} isLoading={pending('duplicate')}>
						{t`Duplicate`}
					</Button>
				</SettingsRow>
			) : null}
			{can('unpublish') ? (
				<SettingsRow
					title={t`Take it back to a draft`}
					description={t`The page disappears and nothing more is registered. Tickets stay valid.`}
				>
					<Button variant="outline" onClick={() => setAsked('unpublish')}>
						{t`Unpublish`}
					</Button>
				</SettingsRow>
			) : null}
			{can('postpone') ? (
				<SettingsRow
					title={t`Postpone`}
					description={t`The new date is not known yet. Tickets stay valid, registration pauses.`}
				>
					<Button variant="outline" onClick={() => setAsked('postpone')}>
						{t`Postpone`}
					</Button>
				</SettingsRow>
			) : null}
			{can('archive') ? (
				<SettingsRow
					title={t`Archive`}
					description={t`Out of your way; the page stays reachable by its link.`}
				>
					<Button
						variant="outline"
						onClick={() => void take('archive', t`The event is archived.`)}
						isLoading={pending('archive')}
					>
						{t`Archive`}
					</Button>
				</SettingsRow>
			) : null}
			{can('unarchive') ? (
				<SettingsRow title={t`Take it out of the archive`} description={t`Back to the state it was in.`}>
					<Button
						variant="outline"
						onClick={() => void take('unarchive', t`The event is back.`)}
						isLoading={pending('unarchive')}
					>
						{t`Unarchive`}
					</Button>
				</SettingsRow>
			) : null}
			{can('cancel') ? (
				<SettingsRow
					title={t`Cancel the event`}
					description={t`For good: registration ends at once, and guests are told by mail.`}
				>
					<Button variant="outline" tone="destructive" onClick={() => setAsked('cancel')}>
						{t`Cancel event`}
					</Button>
				</SettingsRow>
			) : null}
			{can('delete') ? (
				<SettingsRow
					title={t`Delete the draft`}
					description={t`Only a draft that never had a guest can be deleted.`}
				>
					<Button variant="outline" tone="destructive" onClick={() => setAsked('delete')}>
						{t`Delete draft`}
					</Button>
				</SettingsRow>
			) : null}

			<ConfirmDialog
				isOpen={asked === 'cancel' || asked === 'postpone'}
				onClose={() => setAsked(null)}
				title={asked === 'postpone' ? t`Postpone “${event.title}”?` : t`Cancel “${event.title}”?`}
				description={
					asked === 'postpone'
						? t`Registration pauses and guests are told. Set the new date and publish again when you know it.`
						: t`Registration ends at once and all guests are told. This cannot be undone.`
				}
				confirmLabel={asked === 'postpone' ? t`Postpone` : t`Cancel event`}
				cancelLabel={t`Keep it`}
				isDestructive={asked === 'cancel'}
				isPending={isBusy}
				onConfirm={() =>
					void take(
						asked === 'postpone' ? 'postpone' : 'cancel',
						asked === 'postpone' ? t`The event is postponed.` : t`The event is cancelled.`,
					)
				}
			>
				<TextArea
					label={t`What guests should know`}
					value={message}
					onChange={(change) => setMessage(change.target.value)}
					maxLength={2_000}
					hint={t`Shown on the page and in the mail.`}
					isOptional
				/>
			</ConfirmDialog>
			<ConfirmDialog
				isOpen={asked === 'unpublish'}
				onClose={() => setAsked(null)}
				title={t`Take “${event.title}” back to a draft?`}
				description={t`Visitors no longer find the page. You can publish it again at any time.`}
				confirmLabel={t`Unpublish`}
				isDestructive={false}
				isPending={isBusy}
				onConfirm={() => void take('unpublish', t`The event is a draft again.`)}
			/>
			<ConfirmDialog
				isOpen={asked === 'delete'}
				onClose={() => setAsked(null)}
				title={t`Delete “${event.title}”?`}
				description={t`The draft is gone at once. This cannot be undone.`}
				confirmLabel={t`Delete draft`}
				isPending={isBusy}
				onConfirm={() => void deleteIt()}
			/>
		</section>
	);
}

/** Steps that may be repeated without effect need no button. */
function isDone(step: string, status: PublicEvent['status']): boolean {
	const reached: Record<string, PublicEvent['status']> = {
		publish: 'published',
		unpublish: 'draft',
		cancel: 'cancelled',
		postpone: 'postponed',
		archive: 'archived',
	};
	return reached[step] === status;
}
