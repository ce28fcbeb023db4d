import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { errorText } from '#app/lib/error-text.ts';
import { Icon } from '#app/ui/icon.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { ErrorButtons } from './error-buttons.tsx';
import { kindOfError, type Severity } from './error-kind.ts';
import { NotFound } from './not-found.tsx';
import { NoticePage } from './notice-page.tsx';
import { PageTitle } from './page-title.tsx';

const LOOKS: Record<Severity, [icon: LucideIcon, colours: string]> = {
	warning: [TriangleAlert, 'bg-warning-tint text-warning'],
	info: [Info, 'bg-info-tint text-info'],
	error: [CircleAlert, 'bg-danger-tint text-danger'],
};

/** The top-level error screen (section 8); what does not exist is the not-found page. */
export function ErrorScreen({ error }: { error: unknown }) {
	const { t, i18n } = useLingui();
	const { code, error: known, hint, severity } = kindOfError(error);
	useEffect(() => {
		if (isMissing(error)) return;
		import('#app/lib/crash-reports.ts').then(
			({ reportCrash }) => reportCrash(error, severity),
			() => {},
		);
	}, [error, severity]);
	if (isMissing(error)) return <NotFound />;
	const [icon, colours] = LOOKS[severity];
	return (
		<NoticePage
			title={<Trans>Oops! Something went wrong</Trans>}
			picture={
				<span className={clsx('grid size-12 place-content-center rounded-full', colours)}>
					<Icon icon={icon} size={24} />
				</span>
			}
		>
			<PageTitle title={t`Something went wrong`} />
			<div role="alert" data-severity={severity} className="flex max-w-measure flex-col gap-1">
				<p dir="auto">{errorText(i18n, known)}</p>
				<p className="text-muted">{i18n._(hint)}</p>
			</div>
			<ErrorButtons code={code} />
		</NoticePage>
	);
}

function isMissing(error: unknown): boolean {
	const { status } = isRouteErrorResponse(error) || error instanceof AppError ? error : { status: 0 };
	return status === 404;
}
