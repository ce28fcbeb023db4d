import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { useCreateEvent, useFirstCover, useRenameOrganisation } from '#app/features/events/api.ts';
import { openLines } from '#app/features/events/draft-findings.ts';
import { publishPath } from '#app/features/events/publish-path.ts';
import { textToTyped } from '#app/features/events/refund-rules-text.ts';
import {
	blankDraft,
	draftInput,
	type EventDraft,
	emptyDraft,
	forgetDraft,
	readDraft,
	storeDraft,
} from '#app/features/events/stored-draft.ts';
import { type Publishing, usePublish } from '#app/features/events/use-publish.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors } from '#app/lib/form-errors.ts';
import { isPlanLimit, useErrorToast } from '#app/lib/plan-limit.ts';
import { useSession } from '#app/lib/session.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isNetworkError } from '#shared/errors/network-error.ts';
import type { Draft } from './use-draft.ts';
import type { Organiser } from './use-organiser.ts';

export type Wish = 'publish' | 'draft';

/** Plans the further dates of a draft that repeats. @returns the error that prevented it; null: none did */
async function planDates(queries: QueryClient, eventId: string, repeat: string): Promise<unknown> {
	if (!repeat) return null;
	return import('#app/features/events/draft-repeat.ts')
		.then(({ addRepeat }) => addRepeat(queries, eventId, repeat))
		.then(
			() => null,
			(error: unknown) => error,
		);
}

/**
 * The action chosen for the draft. Whoever is not signed in signs up first; back from there the wish is fulfilled without another
 * click.
 */
export function useWish(
	{ draft, change, created }: Draft,
	{ organisation, own, nameToSave }: Organiser,
	{ isLong, setErrors }: { isLong: boolean; setErrors: (errors: FormError[]) => void },
) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const session = useSession();
	const navigate = useNavigate();
	const [search, setSearch] = useSearchParams();
	const [wish, setWish] = useState<Wish | null>(null);
	const [isOffline, setOffline] = useState(false);
	/** The present wish is the form's own: its errors leave the focus to whoever types. */
	const [isQuiet, setQuiet] = useState(false);
	const rename = useRenameOrganisation();
	const create = useCreateEvent();
	const { publish, dialog } = usePublish();
	const { addPicture, isUploading } = useAddPicture();
	const queries = useQueryClient();
	const goOn = useMade(created, isLong, publish);
	const isRunning = useRef(false);

	// Resumes the pending action after sign-up, without another click.
	const wishInAddress = search.get('then');
	useEffect(() => {
		if (draft.key === '' || session.status !== 'user') return;
		if (wishInAddress !== 'publish' && wishInAddress !== 'draft') return;
		setSearch({}, { replace: true });
		setWish(wishInAddress);
	}, [draft.key, session.status, wishInAddress, setSearch]);

	function ask(next: Wish) {
		const missing: FormError[] = [];
		if (draft.title.trim() === '') missing.push({ name: 'title', message: t`Enter a title.` });
		if (draft.startsAtLocal === '')
			missing.push({ name: 'startsAtLocal', message: t`Choose a start date and time.` });
		if (textToTyped(draft.refundRules)) {
			const message = t`Complete the refund policy.`;
			const link = { to: '/custom-event', label: t`Change` };
			missing.push(isLong ? { name: 'refundRules', message } : { message, link });
		}
		setErrors(missing);
		setQuiet(false);
		if (missing.length === 0) setWish(next);
	}

	const fulfil = useCallback(
		async (wished: Wish) => {
			let made: Awaited<ReturnType<typeof create.mutateAsync>>;
			try {
				if (nameToSave && own) await rename.mutateAsync({ organisation: own.id, name: nameToSave });
				const input = { ...draftInput(draft), ...(await typedOffer(draft)) };
				made = await create.mutateAsync({
					input: organisation ? { ...input, organisationId: organisation } : input,
					key: draft.key,
				});
			} catch (error) {
				// The same key with another text: an earlier try did arrive. Its draft stays in the dashboard.
				if (error instanceof AppError && error.metadata.rule === 'idempotency-key-reused') {
					change({ key: emptyDraft().key });
					if (isQuiet) return;
				}
				setOffline(isNetworkError(error));
				if (isQuiet && isNetworkError(error)) return;
				setErrors(formErrors(error, Object.keys(blankDraft), errorText));
				if (error instanceof AppError && error.status === 401) await navigate(signUpPath(wished, isLong));
				return;
			}
			const problem = await addPicture(made, draft);
			const fault = await planDates(queries, made.id, draft.repeat);
			await goOn(made, wished, draft, fault === null ? problem : errorText(fault));
		},
		[
			draft,
			organisation,
			own,
			nameToSave,
			rename.mutateAsync,
			create.mutateAsync,
			navigate,
			addPicture,
			queries,
			goOn,
			isLong,
			isQuiet,
			change,
			errorText,
			setErrors,
		],
	);

	useEffect(() => {
		if (!wish || isRunning.current || draft.key === '') return;
		if (session.status === 'loading') return;
		if (session.status === 'guest') {
			storeDraft(draft);
			setWish(null);
			void navigate(signUpPath(wish, isLong));
			return;
		}
		if (session.status === 'failed') {
			setErrors([{ message: errorText(session.error) }]);
			setWish(null);
			return;
		}
		isRunning.current = true;
		void fulfil(wish).finally(() => {
			flushSync(() => setWish(null));
			isRunning.current = false; // Only now: what is typed meanwhile would send the wish again.
		});
	}, [wish, session, draft, fulfil, navigate, errorText, setErrors, isLong]);

	/** Makes the event as soon as it can be one, without a press. */
	function begin() {
		setQuiet(true);
		setWish('draft');
	}
	return { wish, isOffline, isQuiet, isUploading, ask, begin, dialog };
}

/** Uploads the picture that this browser stored for a draft, once there is an event. @returns why it could not be, in words */
function useAddPicture() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const upload = useFirstCover();
	const [isUploading, setUploading] = useState(false);
	const addPicture = useCallback(
		async (event: { id: string; version: number }, draft: EventDraft): Promise<string | null> => {
			// One that was chosen while the event was being made is in the draft that was stored last.
			const { picture: id } = readDraft() ?? draft;
			if (!id) return null;
			const { readPicture, storePicture, forgetPicture } = await import(
				'#app/features/events/draft-picture.ts'
			);
			setUploading(true);
			const file = await readPicture(id);
			try {
				if (!file) return t`The image is no longer on this device. Add it again under Cover.`;
				await upload(event, file);
				void forgetPicture();
				return null;
			} catch (error) {
				// From now on it is the event's, whose editor offers it again.
				if (file) await storePicture(event.id, file);
				const reason = (error as { details?: { message: string }[] }).details?.[0]?.message;
				return t`The image wasn’t uploaded: ${reason ?? errorText(error)}`;
			} finally {
				setUploading(false);
			}
		},
		[upload, errorText, t],
	);
	return { addPicture, isUploading };
}

/** Goes on with an event that was made: publishes it where that was wished, and opens its next page. */
function useMade(created: Draft['created'], isLong: boolean, publish: Publishing['publish']) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const navigate = useNavigate();
	return useCallback(
		async (
			made: { id: string; warnings?: { message: string }[] | undefined },
			wished: Wish,
			draft: EventDraft,
			/** Why its picture is not there. */
			problem: string | null,
		) => {
			forgetDraft();
			const [warning] = made.warnings ?? [];
			if (problem && (isLong || wished === 'draft')) toast({ variant: 'warning', description: problem });
			if (isLong) {
				created.current = { event: made.id, sent: draft };
				return navigate(`/custom-event?event=${made.id}`, { replace: true });
			}
			if (wished === 'draft') {
				if (warning) toast({ variant: 'warning', description: warning.message });
				return navigate(`/events/${made.id}/edit`);
			}
			if (problem) {
				toast({ variant: 'warning', title: t`Saved as a draft`, description: problem });
				return navigate(`/events/${made.id}/edit`);
			}
			try {
				const lines = Object.values(openLines(draft)).filter((code) => code !== undefined);
				const outcome = await publish(made.id, lines);
				if (outcome === 'leave') return;
				if (outcome === 'stay') return navigate(`/events/${made.id}/edit`);
				return navigate(`/events/${made.id}/share`, { state: { isNew: true, warning: warning?.message } });
			} catch (error) {
				// The event is safe; the edit page says what is missing before it can be published.
				if (isPlanLimit(error)) showError(error);
				else toast({ variant: 'info', title: t`Saved as a draft`, description: errorText(error) });
				return navigate(`/events/${made.id}/edit`);
			}
		},
		[created, isLong, navigate, publish, errorText, showError, t],
	);
}

/** Ticket types and questions that were typed, with what reads their times. */
async function typedOffer({ offer, ...when }: EventDraft) {
	if (!offer) return {};
	const [{ offerInput }] = await Promise.all([
		import('#app/features/events/draft-offer.ts'),
		ensureTemporal(),
	]);
	return offerInput(offer, when);
}

/** The sign-up that comes back here and goes on with what was requested. */
function signUpPath(wish: Wish, isLong: boolean): string {
	const draftPath = isLong ? '/custom-event?then=draft' : '/create-event?then=draft';
	const next = wish === 'publish' ? publishPath : draftPath;
	return `/signup?next=${encodeURIComponent(next)}`;
}
