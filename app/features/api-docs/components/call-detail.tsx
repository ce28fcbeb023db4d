import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { tokens } from '#app/lib/token-store.ts';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { errorCatalogue, isErrorCode } from '#shared/errors/catalogue.ts';
import { exampleOf, resolve, type Schema } from '#shared/lib/json-schema.ts';
import { type ApiDocument, type IndexEntry, kindOf, snippets } from '../document.ts';
import { TryIt } from './try-it.tsx';

let whole: Promise<ApiDocument> | undefined;

/** The document, read once for all calls; a failed read is tried again by the next. */
function readDocument(): Promise<ApiDocument> {
	whole ??= fetch('/api/openapi.json').then((response) => {
		if (!response.ok) throw new Error(String(response.status));
		return response.json() as Promise<ApiDocument>;
	});
	whole.catch(() => {
		whole = undefined;
	});
	return whole;
}

const CODE =
	'overflow-x-auto rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]';

/** One call: what it takes, what it gives, how it is written, and a way to try it. */
export function CallDetail({ call }: { call: IndexEntry }) {
	const { t } = useLingui();
	const [document, setDocument] = useState<ApiDocument | null>(null);
	const [hasFailed, setHasFailed] = useState(false);
	useEffect(() => {
		readDocument().then(setDocument, () => setHasFailed(true));
	}, []);
	if (hasFailed) {
		return (
			<Callout tone="danger" className="m-5" isUrgent>
				<Trans>The API spec couldn’t be loaded. Close this and open it again.</Trans>
			</Callout>
		);
	}
	const operation = document?.paths[call.path]?.[call.method.toLowerCase()];
	if (!document || !operation) return <Skeleton className="m-5 h-32" />;
	const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
	const example = bodySchema ? JSON.stringify(exampleOf(document, bodySchema), null, 2) : '';
	const answers = Object.entries(operation.responses ?? {});
	const success = answers.find(([status]) => status.startsWith('2'));
	const answerSchema = success?.[1].content?.['application/json']?.schema;
	const url = `${location.origin}${call.path}`;
	return (
		<div className="flex flex-col gap-6 border-t bg-paper p-4 md:p-5">
			{operation.parameters?.length ? (
				<FieldTable
					title={t`Parameters`}
					rows={operation.parameters.map((parameter) => ({
						name: parameter.name,
						kind: `${parameter.in}, ${kindOf(document, parameter.schema)}`,
						isRequired: parameter.required === true,
						text: parameter.description ?? parameter.schema?.description ?? '',
					}))}
				/>
			) : null}
			{bodySchema ? <FieldTable title={t`Body`} rows={fieldsOf(document, bodySchema)} /> : null}
			{answerSchema ? (
				<FieldTable title={t`Response (${success?.[0] ?? ''})`} rows={fieldsOf(document, answerSchema)} />
			) : null}
			<Errors codes={operation['x-error-codes'] ?? []} />
			<Tabs
				label={t`Examples`}
				items={snippets({ method: call.method, url, token: '', body: example }).map(
					({ id, language, code }) => ({
						id,
						label: language,
						content: (
							<div className="flex flex-col items-start gap-2">
								<CopyButton text={code} label={t`Copy`} />
								<pre className={`w-full ${CODE}`}>{code}</pre>
							</div>
						),
					}),
				)}
			/>
			<TryIt
				call={call}
				parameters={(operation.parameters ?? []).filter((one) => one.in !== 'header')}
				example={example}
				token={tokens.get() ?? ''}
			/>
		</div>
	);
}

/** The codes that the call may answer, each a link to its line in the catalogue below. */
function Errors({ codes }: { codes: string[] }) {
	const { t } = useLingui();
	const known = codes.filter(isErrorCode);
	if (known.length === 0) return null;
	return (
		<section aria-label={t`Errors`}>
			<h3 className="pb-2 text-sm font-semibold">{t`Errors`}</h3>
			<ul className="flex flex-wrap gap-x-4 gap-y-1 text-compact">
				{known.map((code) => (
					<li key={code}>
						<a href={`#error-${code}`} className="link inline-flex min-h-6 items-center font-mono">
							{errorCatalogue[code].status} {code}
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}

interface FieldRow {
	name: string;
	kind: string;
	isRequired: boolean;
	text: string;
}

function fieldsOf(document: ApiDocument, given: Schema): FieldRow[] {
	const schema = resolve(document, given);
	const list = schema?.type === 'array' ? resolve(document, schema.items) : schema;
	return Object.entries(list?.properties ?? {}).map(([name, field]) => ({
		name,
		kind: kindOf(document, field),
		isRequired: list?.required?.includes(name) ?? false,
		text: field.description ?? '',
	}));
}

function FieldTable({ title, rows }: { title: string; rows: FieldRow[] }) {
	const { t } = useLingui();
	if (rows.length === 0) return null;
	return (
		<section aria-label={title}>
			<h3 className="pb-2 text-sm font-semibold">{title}</h3>
			<dl className="flex flex-col divide-y border-y text-sm">
				{rows.map((row) => (
					<div key={row.name} className="flex flex-wrap gap-x-3 py-2">
						<dt className="font-mono [overflow-wrap:anywhere]">
							{row.name}
							{row.isRequired ? (
								<span className="text-danger" title={t`required`}>
									{' *'}
								</span>
							) : null}
						</dt>
						<dd className="text-muted [overflow-wrap:anywhere]">
							{row.kind}
							{row.text ? `. ${row.text}` : null}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
