import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { listCheckInLists } from '#shared/contracts/door-lists.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { eventMessages, seriesMessages } from '#shared/contracts/guest-messages.ts';
import type { GuestMessage, MessageRule } from '#shared/contracts/messages.ts';
import type { MessageRuleKind, RecipientState } from '#shared/rules/messages/messages.ts';

/** Whose guests are written to: those of an event, or of all dates of a series. */
export interface MessagePlace {
	kind: 'event' | 'series';
	id: string;
}

export type NewMessage = CallBodyOf<typeof eventMessages.create>;
export type MessageChanges = CallBodyOf<typeof eventMessages.update>;
export type PreviewInput = CallBodyOf<typeof eventMessages.preview>;
export type TestInput = CallBodyOf<typeof eventMessages.test>;
export type RuleChanges = CallBodyOf<typeof eventMessages.updateRule>;
export type RulePreviewInput = CallBodyOf<typeof eventMessages.previewRule>;

const SENDING_MS = 2_000;
const DUE_MS = 60_000;

const endpointsOf = ({ kind }: MessagePlace) => (kind === 'event' ? eventMessages : seriesMessages);
/** A path takes what it names. */
const paramsOf = ({ id }: MessagePlace) => ({ event: id, series: id });

const placeKey = ({ kind, id }: MessagePlace) => ['messages', kind, id] as const;
const messageKey = (place: MessagePlace, message: string) => [...placeKey(place), 'one', message] as const;

/** Messages written manually or by a rule, newest first. While one is being sent they are read again and again. */
export function useMessages(place: MessagePlace) {
	const list = useCursorList(endpointsOf(place).list, {
		key: [...placeKey(place), 'list'],
		params: paramsOf(place),
		query: { limit: '20' },
	});
	const { data, refetch, isError } = list;
	const isSending = !isError && (data ?? []).some(isUnderWay);
	useEffect(() => {
		if (!isSending) return;
		const timer = setInterval(() => void refetch(), 2 * SENDING_MS);
		return () => clearInterval(timer);
	}, [isSending, refetch]);
	return list;
}

export function useMessage(place: MessagePlace, message: string, enabled = true) {
	return useApiQuery(endpointsOf(place).get, messageKey(place, message), {
		params: { ...paramsOf(place), message },
		enabled,
		refetchInterval: ({ state }) =>
			state.data && isUnderWay(state.data) && state.error === null ? SENDING_MS : false,
	});
}

/** Whether its state or its counts still change by themselves within seconds. */
export const isUnderWay = (message: GuestMessage): boolean =>
	message.state === 'sending' || (message.state === 'sent' && message.counts.waiting > 0) || isDue(message);

/** Whether sending is about to begin: its time is here, within what clocks differ. What waits for longer is held up by something else. */
export const isDue = ({ state, sendAt }: GuestMessage): boolean =>
	state === 'scheduled' && sendAt !== null && Math.abs(Date.parse(sendAt) - Date.now()) < DUE_MS;

/** Who a message goes to. All rows read so far are read again each time that its state or counts change: they say what became of these. */
export function useRecipients(place: MessagePlace, message: GuestMessage, state: RecipientState | '') {
	const list = useCursorList(endpointsOf(place).recipients, {
		key: [...messageKey(place, message.id), 'recipients'],
		params: { ...paramsOf(place), message: message.id },
		query: { state },
	});
	const { refetch } = list;
	const stands = JSON.stringify([message.state, message.counts]);
	const read = useRef(stands);
	useEffect(() => {
		if (read.current === stands) return;
		read.current = stands;
		void refetch();
	}, [stands, refetch]);
	return list;
}

/**
 * How many a message goes to and how one of them reads it. What was read stays while the next is read.
 * @param input null: nothing is requested
 */
export const useMessagePreview = (place: MessagePlace, input: PreviewInput | null) =>
	usePreview([...placeKey(place), 'preview'], input, (body, signal) =>
		api.call(endpointsOf(place).preview, { params: paramsOf(place), body, signal }),
	);

/** The same for the messages of a rule. */
export const useRulePreview = (place: MessagePlace, input: RulePreviewInput | null) =>
	usePreview([...placeKey(place), 'rule-preview'], input, (body, signal) =>
		api.call(endpointsOf(place).previewRule, { params: paramsOf(place), body, signal }),
	);

function usePreview<Input, Preview>(
	key: readonly unknown[],
	input: Input | null,
	read: (input: Input, signal: AbortSignal) => Promise<Preview>,
) {
	return useQuery({
		queryKey: [...key, input],
		queryFn: ({ signal }) => read(input as Input, signal),
		enabled: input !== null,
		placeholderData: keepPreviousData,
		retry: false,
		staleTime: 30_000,
	});
}

/** A mutation after which everything of the place is read anew. */
function useStep<Input, Answer>(place: MessagePlace, step: (input: Input) => Promise<Answer>) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: step,
		onSuccess: () => queries.invalidateQueries({ queryKey: placeKey(place) }),
	});
}

const ifMatch = (version: number) => `"${version}"`;

/** Everything that is done to messages of a place. */
export function useMessageActions(place: MessagePlace) {
	const of = endpointsOf(place);
	const params = paramsOf(place);
	const keyOf = useKeyOf();
	const queries = useQueryClient();
	const ofMessage = (message: string) => ({ ...params, message });
	return {
		create: useStep(place, (body: NewMessage) =>
			api.call(of.create, { params, body, idempotencyKey: keyOf(body) }),
		),
		update: useStep(place, (input: { message: string; version: number; body: MessageChanges }) =>
			api.call(of.update, {
				params: ofMessage(input.message),
				body: input.body,
				ifMatch: ifMatch(input.version),
			}),
		),
		/** @param sendAt null: now */
		send: useStep(place, (input: { message: string; sendAt: string | null }) =>
			api.call(of.send, {
				params: ofMessage(input.message),
				body: input.sendAt === null ? {} : { sendAt: input.sendAt },
				idempotencyKey: keyOf(input),
			}),
		),
		cancel: useStep(place, (message: string) =>
			api.call(of.cancel, { params: ofMessage(message), idempotencyKey: keyOf({ cancel: message }) }),
		),
		/** Its own page is left next: only lists are read anew. */
		remove: useMutation({
			mutationFn: (message: string) => api.call(of.remove, { params: ofMessage(message) }),
			onSuccess: () => queries.invalidateQueries({ queryKey: [...placeKey(place), 'list'] }),
		}),
		test: useMutation({
			mutationFn: (body: TestInput) =>
				api.call(of.test, { params, body, idempotencyKey: newIdempotencyKey() }),
		}),
	};
}

export const useRules = (place: MessagePlace) =>
	useApiQuery(endpointsOf(place).rules, [...placeKey(place), 'rules'], { params: paramsOf(place) });

/** Everything that is done to what goes out by itself. */
export function useRuleActions(place: MessagePlace) {
	const of = endpointsOf(place);
	const params = paramsOf(place);
	const keyOf = useKeyOf();
	return {
		/** Stores a rule, a new one or what was usual until now. */
		save: useStep(
			place,
			(input: { rule: MessageRule | null; kind: MessageRuleKind; changes: RuleChanges }) => {
				const { rule, kind, changes } = input;
				if (rule?.id && !(rule.isOfSeries && place.kind === 'event'))
					return api.call(of.updateRule, {
						params: { ...params, rule: rule.id },
						body: changes,
						ifMatch: ifMatch(rule.version),
					});
				const body = { kind, ...changes };
				return api.call(of.createRule, { params, body, idempotencyKey: keyOf(body) });
			},
		),
		remove: useStep(place, (rule: string) => api.call(of.removeRule, { params: { ...params, rule } })),
	};
}

/** The check-in lists of an event, under the key of their own page: one reading serves both. */
export const useListNames = (event: string, enabled: boolean) =>
	useApiQuery(listCheckInLists, ['check-in-lists', event], { params: { event }, enabled });
