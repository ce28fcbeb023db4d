import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { ErrorCodes } from '#app/features/api-docs/components/error-codes.tsx';
import { WebhookDocs } from '#app/features/api-docs/components/webhook-docs.tsx';
import { type ApiDocument, type IndexEntry, indexOf } from '#app/features/api-docs/document.ts';
import { latePart } from '#app/lib/optional-part.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { apiContext } from '#app/lib/server-context.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/api-docs';

export const headers = publicPageHeaders(300);
export const handle = publicPageHandle();

const CallDetail = latePart(() =>
	import('#app/features/api-docs/components/call-detail.tsx').then((module) => module.CallDetail),
);

/** The list is in the page; what a call takes and gives is read from the document when it is opened. */
export async function loader({ context, request }: Route.LoaderArgs) {
	const fetchApi = context.get(apiContext);
	if (!fetchApi) throw new Error('The server did not hand the API to the page.');
	const response = await fetchApi(new Request(new URL('/api/openapi.json', request.url)));
	const document = (await response.json()) as ApiDocument;
	return { groups: indexOf(document).filter(({ calls }) => calls.length > 0) };
}

export default function ApiDocsPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const [q, setQ] = useState('');
	const words = useDeferredValue(q).toLowerCase().split(/\s+/).filter(Boolean);
	const matches = (call: IndexEntry) => {
		const text = `${call.method} ${call.path} ${call.summary} ${call.id}`.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const groups = loaderData.groups
		.map(({ group, calls }) => ({ group, calls: calls.filter(matches) }))
		.filter(({ calls }) => calls.length > 0);
	const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
	return (
		<div className="page-width flex w-full flex-col gap-8 py-10 md:py-16">
			<PublicHead
				title={t`API Docs`}
				description={t`Every API endpoint with its parameters, responses and examples in curl, TypeScript and Python. Try each one here.`}
				path="/api-docs"
				imageUrl={pictureOf('api-docs')}
			/>
			<header className="flex max-w-measure flex-col gap-4">
				<h1 tabIndex={-1} className="title-event">
					<Trans>API Docs</Trans>
				</h1>
				<p className="text-lg text-muted">
					<Trans>
						JSON over HTTP. Send an API key from the Developer Portal as a bearer token. Lists return data and
						nextCursor. Errors carry a code. Edits take the ETag as If-Match. Browsers on other sites may make
						calls open to any site.
					</Trans>
				</p>
				<div className="flex flex-wrap gap-x-6">
					<FileLink file="openapi.json">
						<Trans>OpenAPI 3.1 spec</Trans>
					</FileLink>
					<FileLink file="client.ts">
						<Trans>TypeScript client</Trans>
					</FileLink>
					<FileLink file="postman.json">
						<Trans>Postman collection</Trans>
					</FileLink>
				</div>
				<p className="text-muted">
					<Trans>
						The client is one file without dependencies: typed calls, retries under one Idempotency-Key, lists
						read page by page, errors with their code. It has every call that an API key may make.
					</Trans>
				</p>
			</header>
			<SearchField
				label={t`Search endpoints`}
				className="controls-lg max-w-xl"
				value={q}
				onChange={(event) => setQ(event.target.value)}
			/>
			<p role="status" className="sr-only">
				<Plural value={count} one="# call" other="# calls" />
			</p>
			{count === 0 ? <EmptyState drawing="lamp" title={t`No matching endpoints`} /> : null}
			{groups.map(({ group, calls }) => (
				<section key={group}>
					<h2 id={`group-${group}`} className="pb-3 font-mono text-base font-semibold">
						{group}
					</h2>
					<ul className="flex flex-col divide-y overflow-hidden rounded-xl border bg-surface">
						{calls.map((call) => (
							<li key={call.id} id={call.id} className="scroll-mt-24">
								<CallRow call={call} />
							</li>
						))}
					</ul>
				</section>
			))}
			<WebhookDocs />
			<ErrorCodes />
		</div>
	);
}

function FileLink({ file, children }: { file: string; children: ReactNode }) {
	return (
		<a href={`/api/${file}`} className="link inline-flex min-h-11 items-center gap-2 text-sm" download={file}>
			<Icon icon={Download} />
			{children}
		</a>
	);
}

const COLOURS: Record<string, string> = {
	GET: 'bg-info-tint text-info',
	POST: 'bg-success-tint text-success',
	PUT: 'bg-warning-tint text-warning',
	PATCH: 'bg-warning-tint text-warning',
	DELETE: 'bg-danger-tint text-danger',
};

function CallRow({ call }: { call: IndexEntry }) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
			<summary className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-ink/3 md:px-5">
				<span
					className={`w-16 shrink-0 rounded-sm py-0.5 text-center font-mono text-xs font-semibold ${COLOURS[call.method] ?? 'bg-ink/7'}`}
				>
					{call.method}
				</span>
				<code className="[overflow-wrap:anywhere]">{call.path}</code>
				<span className="basis-full text-sm text-muted md:ms-auto md:basis-auto md:max-w-[50%] md:text-end">
					{call.summary}
				</span>
			</summary>
			{isOpen ? (
				<Suspense fallback={<Skeleton className="m-5 h-32" />}>
					<CallDetail call={call} />
				</Suspense>
			) : null}
		</details>
	);
}
