import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { IndexEntry, Parameter } from '../document.ts';

interface Answer {
	status: number;
	ms: number;
	text: string;
}

/** Sends the call for real, as whoever is signed in here or with another token. */
export function TryIt(props: { call: IndexEntry; parameters: Parameter[]; example: string; token: string }) {
	const { call, parameters, example } = props;
	const { t } = useLingui();
	const [answer, setAnswer] = useState<Answer | null>(null);
	const [fault, setFault] = useState('');
	const [isSending, setIsSending] = useState(false);
	const changes = call.method !== 'GET';

	async function send(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const value = (name: string) => String(form.get(name) ?? '').trim();
		const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(value(`path:${name}`)),
		);
		const query = new URLSearchParams(
			parameters
				.filter((one) => one.in === 'query' && value(`query:${one.name}`) !== '')
				.map((one) => [one.name, value(`query:${one.name}`)]),
		);
		const token = value('token');
		const body = value('body');
		setIsSending(true);
		setFault('');
		const begun = performance.now();
		try {
			const response = await fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
				method: call.method,
				headers: {
					...(token && { Authorization: `Bearer ${token}` }),
					...(body && { 'Content-Type': 'application/json' }),
				},
				...(body && { body }),
			});
			const raw = await response.text();
			setAnswer({ status: response.status, ms: Math.round(performance.now() - begun), text: pretty(raw) });
		} catch (error) {
			setFault((error as Error).message);
		} finally {
			setIsSending(false);
		}
	}

	return (
		<form
			onSubmit={(event) => void send(event)}
			className="flex flex-col gap-4 rounded-lg border bg-surface p-4"
		>
			<h3 className="text-sm font-semibold">
				<Trans>Try it</Trans>
			</h3>
			{changes ? (
				<Callout tone="warning">
					<Trans>This request changes real data on this site.</Trans>
				</Callout>
			) : null}
			<TextField
				label={t`Token`}
				name="token"
				type="password"
				autoComplete="off"
				defaultValue={props.token}
				hint={t`Filled in when you’re logged in. Leave blank to call as a visitor.`}
			/>
			<div className="grid gap-4 sm:grid-cols-2">
				{parameters.map((parameter) => (
					<TextField
						key={`${parameter.in}:${parameter.name}`}
						label={parameter.name}
						name={`${parameter.in}:${parameter.name}`}
						required={parameter.required === true}
						isOptional={parameter.required !== true}
					/>
				))}
			</div>
			{example ? (
				<TextArea
					label={t`Body`}
					name="body"
					rows={8}
					defaultValue={example}
					className="font-mono"
					dir="ltr"
				/>
			) : null}
			<Button type="submit" icon={Send} isLoading={isSending} className="self-start">
				<Trans>Send</Trans>
			</Button>
			<div role="status" className="empty:hidden">
				{fault ? <Callout tone="danger">{fault}</Callout> : null}
				{answer && !fault ? (
					<div className="flex flex-col gap-2">
						<p className="text-sm font-medium">
							<Trans>
								Status {answer.status} in {answer.ms} ms
							</Trans>
						</p>
						<pre className="max-h-96 overflow-auto rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
							{answer.text || '–'}
						</pre>
					</div>
				) : null}
			</div>
		</form>
	);
}

function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text.slice(0, 100_000);
	}
}
