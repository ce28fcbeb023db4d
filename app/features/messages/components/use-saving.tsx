import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker, useNavigate } from 'react-router';
import { useMessageActions } from '#app/features/messages/api.ts';
import {
	draftOf,
	isComplete,
	type MessageDraft,
	segmentOf,
	unknownIn,
} from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors, messageFor } from '#app/lib/form-errors.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { showErrorsAgain } from '#app/ui/field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { GuestMessage, MessagePreview } from '#shared/contracts/messages.ts';
import { resolveWallTime } from '#shared/rules/event-times.ts';
import type { ComposeProps } from './compose.tsx';
import type { SendWish } from './send-fields.tsx';

const fields = ['subject', 'text', 'segment', 'category', 'sendAt'];

/** Errors before anything is sent. */
function useProblems() {
	const { t } = useLingui();
	const { unknownText } = useMessageTexts();
	return (draft: MessageDraft, sendAt: string | null | undefined): FormError[] => {
		const unknown = unknownIn(draft);
		const found: (FormError | false | undefined)[] = [
			draft.conditions.some((condition) => !isComplete(condition)) && {
				name: 'segment',
				message: t`Complete each condition under “To”, or remove it.`,
			},
			draft.subject.trim() === '' && { name: 'subject', message: t`Enter a subject.` },
			unknown.subject.length > 0 && { name: 'subject', message: unknownText(unknown.subject) ?? '' },
			draft.text.trim() === '' && { name: 'text', message: t`Enter the text.` },
			unknown.text.length > 0 && { name: 'text', message: unknownText(unknown.text) ?? '' },
			sendAt === null && { name: 'sendAt', message: t`Choose a date and time.` },
			typeof sendAt === 'string' &&
				Date.parse(sendAt) <= Date.now() && { name: 'sendAt', message: t`Choose a time in the future.` },
		];
		return found.filter((one) => one !== false && one !== undefined);
	};
}

type Doing = 'send' | 'save' | 'test';

/** Saving, testing and sending, and asking before what was typed is left. */
export function useSaving(
	{ place, event, base, message, start }: ComposeProps,
	draft: MessageDraft,
	wish: SendWish,
	counts: MessagePreview['counts'] | undefined,
) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const attempt = useAttempt();
	const errorText = useErrorText();
	const problemsOf = useProblems();
	const actions = useMessageActions(place);
	const [saved, setSaved] = useState(() => JSON.stringify([start, wish]));
	const [doing, setDoing] = useState<Doing | null>(null);
	const [errors, setErrors] = useState<FormError[]>([]);
	const [hasTried, setHasTried] = useState(false);
	const [isAsking, setAsking] = useState(false);
	const current = JSON.stringify([draft, wish]);
	// What is copied or linked to is not typed yet.
	const isChanged = current !== saved;
	const sendAt = wish.kind === 'now' ? undefined : instantOf(wish.local, event.timeZone);
	const content = contentOf(draft);

	function isFine(when: string | null | undefined): boolean {
		const found = problemsOf(draft, when);
		showErrorsAgain();
		setErrors(found);
		setHasTried(found.length > 0);
		return found.length === 0;
	}

	/** @returns whether it went well; the answer is shown as saved before another page is shown */
	async function run(what: Doing, work: () => Promise<GuestMessage>, done: string) {
		setDoing(what);
		try {
			const answer = await work();
			flushSync(() => {
				setSaved(current);
				setErrors([]);
				setAsking(false);
				setDoing(null);
			});
			const said = answer.state === 'in_review' ? t`Message submitted for review` : done;
			toast({ variant: 'success', description: said });
			if (what === 'send' || message === null)
				void navigate(`${base}/${answer.id}`, {
					replace: message === null,
					preventScrollReset: what === 'save',
				});
		} catch (error) {
			setAsking(false);
			setDoing(null);
			showErrorsAgain();
			setErrors(formErrors(error, fields, errorText));
		}
	}

	const saveDraft = () => {
		if (!isFine(undefined)) return;
		const body = { ...content, sendAt: sendAt ?? null };
		void run(
			'save',
			() =>
				message
					? actions.update.mutateAsync({ message: message.id, version: message.version, body })
					: actions.create.mutateAsync({ ...body, isDraft: true }),
			t`Draft saved`,
		);
	};

	const send = () =>
		void run(
			'send',
			() => sendAsTyped(actions, { message, draft, sendAt }),
			sendAt ? t`Message scheduled` : t`Message on its way`,
		);

	return {
		...{ doing, errors, hasTried, isChanged, saveDraft },
		/** It is gone: nothing of it can be lost by leaving. */
		forget: () => flushSync(() => setSaved(current)),
		problem: (name: string) => messageFor(errors, name),
		askToSend: () => {
			if (!isFine(sendAt)) return;
			if (message?.state === 'scheduled' && sendAt) send();
			else setAsking(true);
		},
		sendTest: async (reader: { at: number; q: string }) => {
			if (!isFine(undefined)) return;
			setDoing('test');
			await attempt(actions.test.mutateAsync({ ...content, ...reader }), t`Test sent to your address`);
			setDoing(null);
		},
		dialogs: (
			<>
				<SendDialog
					isOpen={isAsking}
					isPending={doing === 'send'}
					// Few are not counted for members who may not see guests.
					addresses={counts?.isFewer ? undefined : counts?.addresses}
					event={event}
					sendAt={sendAt ?? null}
					onClose={() => setAsking(false)}
					onConfirm={send}
				/>
				<LeaveGuard isChanged={isChanged && doing === null} />
			</>
		),
	};
}

/** Sends what was typed: what changed is saved first, and a message that waits for its time goes on waiting. */
async function sendAsTyped(
	{ create, update, send }: ReturnType<typeof useMessageActions>,
	typed: { message: GuestMessage | null; draft: MessageDraft; sendAt: string | null | undefined },
): Promise<GuestMessage> {
	const { message, draft, sendAt } = typed;
	const content = contentOf(draft);
	if (!message) return create.mutateAsync({ ...content, ...(sendAt && { sendAt }) });
	const staysScheduled = message.state === 'scheduled' && Boolean(sendAt);
	const isSame = JSON.stringify(draftOf(message)) === JSON.stringify(draft);
	const written =
		isSame && !staysScheduled
			? message
			: await update.mutateAsync({
					message: message.id,
					version: message.version,
					body: { ...content, ...(staysScheduled && sendAt && { sendAt }) },
				});
	return staysScheduled ? written : send.mutateAsync({ message: message.id, sendAt: sendAt ?? null });
}

/** The saved fields of a draft. */
const contentOf = (draft: MessageDraft) => ({
	subject: draft.subject.trim(),
	text: draft.text,
	category: draft.category,
	segment: segmentOf(draft),
});

/** @returns null: nothing is chosen */
function instantOf(local: string | null, timeZone: string): string | null {
	return local ? resolveWallTime(local, timeZone).instant : null;
}

/** Asks before something that is not saved is left, for another page or altogether. */
function LeaveGuard({ isChanged }: { isChanged: boolean }) {
	const { t } = useLingui();
	useEffect(() => {
		if (!isChanged) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener('beforeunload', ask);
		return () => removeEventListener('beforeunload', ask);
	}, [isChanged]);
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
	);
	return (
		<ConfirmDialog
			isOpen={blocker.state === 'blocked'}
			onClose={() => blocker.reset?.()}
			title={t`Leave without saving?`}
			description={t`Your unsaved changes will be lost.`}
			confirmLabel={t`Leave`}
			cancelLabel={t`Stay`}
			onConfirm={() => blocker.proceed?.()}
		/>
	);
}

function SendDialog(props: {
	isOpen: boolean;
	isPending: boolean;
	addresses: number | undefined;
	event: PublicEvent;
	/** Null: now. */
	sendAt: string | null;
	onClose: () => void;
	onConfirm: () => void;
}) {
	const { t } = useLingui();
	const { addresses, sendAt, event, ...dialog } = props;
	return (
		<ConfirmDialog
			{...dialog}
			isDestructive={false}
			title={sendAt ? t`Schedule this message?` : t`Send this message now?`}
			description={
				addresses === undefined
					? t`It goes to all matching guests.`
					: sendAt
						? t`${plural(addresses, {
								one: 'As of now it goes to # address. Who gets it is decided when it is sent.',
								other: 'As of now it goes to # addresses. Who gets it is decided when it is sent.',
							})}`
						: t`${plural(addresses, {
								one: 'It goes to # address. What is sent can’t be undone.',
								other: 'It goes to # addresses. What is sent can’t be undone.',
							})}`
			}
			confirmLabel={sendAt ? t`Schedule` : t`Send now`}
		/>
	);
}
