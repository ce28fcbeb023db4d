import { Trans } from '@lingui/react/macro';
import { errorCatalogue } from '#shared/errors/catalogue.ts';

/** Every code that an answer can carry; the `type` of an error links to its line here. */
export function ErrorCodes() {
	return (
		<section>
			<h2 id="errors" className="pb-3 text-base font-semibold">
				<Trans>Error codes</Trans>
			</h2>
			<dl className="flex flex-col divide-y overflow-hidden rounded-xl border bg-surface">
				{Object.entries(errorCatalogue).map(([code, { status, userMessage }]) => (
					<div
						key={code}
						id={`error-${code}`}
						className="flex scroll-mt-24 flex-wrap gap-x-3 gap-y-1 px-4 py-3 target:bg-info-tint md:px-5"
					>
						<dt className="font-mono [overflow-wrap:anywhere]">
							{code} {status}
						</dt>
						<dd className="basis-full text-sm text-muted md:ms-auto md:basis-auto">{userMessage}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
