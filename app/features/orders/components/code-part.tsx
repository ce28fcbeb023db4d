import { Trans, useLingui } from '@lingui/react/macro';
import { Tag } from 'lucide-react';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { fieldId } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { fieldNames } from '../registration-answer.ts';
import type { Offer } from '../use-live-types.ts';

/*
 * The code of an event, until the browser's tab is closed: it is still there after a sign-in, or when the visitor comes back from another
 * page by a link without it.
 */

const keyOf = (event: string) => `foyer.code.${event}`;

/** @returns null where there is none, or the browser stores nothing */
function readCode(event: string): string | null {
	try {
		return sessionStorage.getItem(keyOf(event));
	} catch {
		return null;
	}
}

/** @param code null: there is none any more */
function rememberCode(event: string, code: string | null): void {
	try {
		if (code === null) sessionStorage.removeItem(keyOf(event));
		else sessionStorage.setItem(keyOf(event), code);
	} catch {
		// The address has it too.
	}
}

/** Fetched when it is needed, as for the page itself. */
const load = () =>
	import('../fetch-offer.ts').catch((cause) => {
		throw new AppError('NETWORK_ERROR', { cause });
	});
const fetchOffer: typeof import('../fetch-offer.ts').fetchOffer = async (...how) =>
	(await load()).fetchOffer(...how);

interface CodePartProps {
	event: string;
	eventAccess?: string | undefined;
	/** The form that orders: it sends the code. */
	formId: string;
	offer: Offer;
	/** What is offered with another code, or without one. */
	onOffer: (offer: Offer) => void;
}

/**
 * The code of an order: a field, or the code that is applied and a way to remove it. A form of its own, which leads to the same page with
 * or without the code; with script the page stays, and what was filled in too.
 */
export function CodePart(props: CodePartProps) {
	const { t } = useLingui();
	const { pathname, search } = useLocation();
	const { box, isBusy, problem, submit } = useEnteredCode(props);
	const { code } = props.offer;
	const id = fieldId(props.formId, fieldNames.code);
	const supporter = new URLSearchParams(search).get('for');
	return (
		<form
			ref={box}
			method="get"
			action={`${pathname}#register`}
			onSubmit={submit}
			className="controls-lg flex flex-wrap items-center justify-between gap-2 text-sm"
		>
			{supporter === null ? null : <input type="hidden" name="for" value={supporter} />}
			<p role="status" tabIndex={-1} id={code?.refusal === null ? id : undefined} className="empty:hidden">
				{code?.refusal === null ? (
					<span className="flex items-center gap-2 [overflow-wrap:anywhere]">
						<Icon icon={Tag} />
						<span>
							<Trans>
								Code <bdi className="font-medium">{code.code}</bdi> applied
							</Trans>
						</span>
					</span>
				) : null}
			</p>
			{code?.refusal === null ? (
				<>
					<input type="hidden" form={props.formId} name={fieldNames.code} value={code.code} />
					<Button type="submit" variant="outline" isLoading={isBusy}>
						{t`Remove code`}
					</Button>
				</>
			) : (
				<details open={code !== undefined} className="w-full">
					<summary className="link w-fit cursor-pointer py-1">
						<Trans>Have a code?</Trans>
					</summary>
					<div className="mt-2 flex items-start gap-2">
						<TextField
							id={id}
							label={t`Code`}
							isLabelHidden
							name={fieldNames.code}
							defaultValue={code?.code}
							error={problem ?? code?.refusal}
							required
							maxLength={100}
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
							dir="auto"
							className="flex-1"
						/>
						<Button type="submit" variant="outline" size="lg" isLoading={isBusy}>
							{t`Apply`}
						</Button>
					</div>
				</details>
			)}
			<p role="alert" className={code?.refusal === null ? 'w-full text-danger empty:hidden' : 'sr-only'}>
				{problem}
			</p>
		</form>
	);
}

/** Asks what is offered with the code that is typed, or without one. */
function useEnteredCode({ event, eventAccess, offer, onOffer }: CodePartProps) {
	const errorText = useErrorText();
	const box = useRef<HTMLFormElement>(null);
	const [isBusy, setBusy] = useState(false);
	const [problem, setProblem] = useState<string>();
	const isAnswered = useRef(false);
	const applied = offer.code?.refusal === null ? offer.code.code : null;

	const show = useCallback(
		(fresh: Offer) => {
			onOffer(fresh);
			rememberCode(event, fresh.code?.code ?? null);
			// A reload shows the same.
			const url = new URL(location.href);
			url.searchParams.delete('code');
			if (fresh.code) url.searchParams.set('code', fresh.code.code);
			history.replaceState(history.state, '', url);
		},
		[event, onOffer],
	);
	useEffect(() => {
		if (applied !== null) rememberCode(event, applied);
		if (!isAnswered.current) return;
		isAnswered.current = false;
		// The pressed button is gone: the focus goes to what came in its place.
		box.current?.querySelector<HTMLElement>(applied === null ? 'summary' : '[role=status]')?.focus();
	}, [event, applied]);
	const hasCode = offer.code !== undefined;
	useEffect(() => {
		const saved = hasCode ? null : readCode(event);
		if (saved === null) return;
		fetchOffer(event, eventAccess, saved).then(
			(fresh) => (fresh.code?.refusal === null ? show(fresh) : rememberCode(event, null)),
			() => {},
		);
	}, [event, eventAccess, hasCode, show]);

	async function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		const typed = String(new FormData(submitted.currentTarget).get(fieldNames.code) ?? '').trim();
		setBusy(true);
		setProblem(undefined);
		try {
			const fresh = await fetchOffer(event, eventAccess, typed);
			if (fresh.code?.refusal) return refuse(fresh.code.refusal);
			isAnswered.current = true;
			show(fresh);
		} catch (error) {
			refuse(errorText(error));
		} finally {
			setBusy(false);
		}
	}
	function refuse(why: string) {
		setProblem(why);
		box.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
	}
	return { box, isBusy, problem, submit };
}
