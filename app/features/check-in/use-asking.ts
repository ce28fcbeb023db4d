import { useCallback, useMemo, useRef, useState } from 'react';
import { checkAnswer } from '#shared/rules/answers.ts';
import { type AnswerValue, isAnswered } from '#shared/rules/questions.ts';
import { openQuestionsOf, questionsOpenedBy } from './offline/door-answers.ts';
import type { DoorSession } from './offline/door-session.ts';
import type { DoorPerson, DoorQuestion } from './offline/model.ts';

/** A question that is put to a guest. */
export interface CurrentQuestion {
	guest: DoorPerson;
	question: DoorQuestion;
	/** Which of how many, where there are several. */
	isLast: boolean;
}

interface Turn {
	guest: DoorPerson;
	questions: DoorQuestion[];
}

/**
 * Check-in questions after a scan. They never block: the next scan ends them and saves what was typed. A skipped question is not shown
 * again unless it is required; then the next scan of the same guest asks it again.
 */
export function useAsking(session: DoorSession) {
	const [turns, setTurns] = useState<readonly Turn[]>([]);
	const skipped = useRef(new Map<string, Set<string>>());
	/** The value of the open question’s field. */
	const draft = useRef<AnswerValue | null>(null);
	const current = useRef<readonly Turn[]>(turns);

	const go = useCallback((next: readonly Turn[]) => {
		draft.current = null;
		current.current = next.filter(({ questions }) => questions.length > 0);
		setTurns(current.current);
	}, []);

	const turnOf = useCallback(
		(guestId: string, isWanted: (question: DoorQuestion) => boolean): Turn[] => {
			const { book, setup, list } = session.getView();
			const guest = book.get(guestId, list?.id ?? '');
			if (!guest) return [];
			return [{ guest, questions: openQuestionsOf(setup, book, guestId).filter(isWanted) }];
		},
		[session],
	);

	/** Guests who came in. */
	const ask = useCallback(
		(guestIds: readonly string[]) =>
			go([
				...current.current,
				...guestIds.flatMap((id) =>
					turnOf(id, (question) => question.isRequired || !skipped.current.get(id)?.has(question.id)),
				),
			]),
		[go, turnOf],
	);
	/** Somebody who is in already: required questions are shown once more. */
	const askAgain = useCallback(
		(guestId: string) => go(turnOf(guestId, ({ isRequired }) => isRequired)),
		[go, turnOf],
	);

	const save = useCallback(
		({ guest, questions: [question] }: Turn, given: AnswerValue | null) => {
			const value = question && given !== null ? checkAnswer(question, given).value : null;
			if (!question || value === null || value === undefined) return null;
			void session.answer({ guestId: guest.id, questionId: question.id, value });
			return value;
		},
		[session],
	);

	const skip = useCallback(() => {
		const [turn, ...others] = current.current;
		const [question, ...rest] = turn?.questions ?? [];
		if (!turn || !question) return;
		const before = skipped.current.get(turn.guest.id) ?? new Set();
		skipped.current.set(turn.guest.id, before.add(question.id));
		go([{ ...turn, questions: rest }, ...others]);
	}, [go]);

	/** The answer to the open question; questions that depend on it are next. */
	const answer = useCallback(
		(given: AnswerValue) => {
			const [turn, ...others] = current.current;
			const [question, ...rest] = turn?.questions ?? [];
			if (!turn || !question) return;
			const value = save(turn, given);
			if (value === null) return;
			const { book, setup } = session.getView();
			const opened = setup ? questionsOpenedBy(question, value, { setup, book, guest: turn.guest }) : [];
			const next = [...opened, ...rest.filter(({ id }) => !opened.some((one) => one.id === id))];
			// Required consent that was not given is requested again another time.
			if (!isAnswered(question, value)) book.markAnswered(turn.guest.id, question.id, false);
			go([{ ...turn, questions: next }, ...others]);
		},
		[go, save, session],
	);

	/** Somebody else is next: what was typed is saved, the rest is left. */
	const leave = useCallback(() => {
		const [turn] = current.current;
		if (!turn) return;
		save(turn, draft.current);
		for (const { guest, questions } of current.current) {
			const before = skipped.current.get(guest.id) ?? new Set();
			for (const { id } of questions) before.add(id);
			skipped.current.set(guest.id, before);
		}
		go([]);
	}, [go, save]);

	/** The check-in was undone: the next one shows the questions again. */
	const forget = useCallback(
		(guestId: string) => {
			skipped.current.delete(guestId);
			go(current.current.filter(({ guest }) => guest.id !== guestId));
		},
		[go],
	);

	const saveDraft = useCallback((value: AnswerValue | null) => {
		draft.current = value;
	}, []);

	const [turn] = turns;
	const [question] = turn?.questions ?? [];
	return useMemo(() => {
		const isLast = turns.length === 1 && turn?.questions.length === 1;
		const open: CurrentQuestion | null = turn && question ? { guest: turn.guest, question, isLast } : null;
		return { current: open, ask, askAgain, answer, skip, leave, forget, saveDraft };
	}, [turns, turn, question, ask, askAgain, answer, skip, leave, forget, saveDraft]);
}

export type Asking = ReturnType<typeof useAsking>;
