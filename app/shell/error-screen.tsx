import { Trans } from '@lingui/react/macro';
import { isRouteErrorResponse } from 'react-router';
import { NotFound } from './not-found.tsx';

export function ErrorScreen({ error }: { error: unknown }) {
	if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
	return (
		<section>
			<h1>
				<Trans>Oops! Something went wrong</Trans>
			</h1>
		</section>
	);
}
