import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PageTitle } from './page-title.tsx';

export function NotFound() {
	const { t } = useLingui();
	return (
		<section>
			<PageTitle title={t`Page not found`} />
			<h1>
				<Trans>Page not found</Trans>
			</h1>
			<p>
				<Trans>There is nothing at this address. The link may be old, or a letter may be missing.</Trans>
			</p>
			<Link to="/">
				<Trans>Go to Homepage</Trans>
			</Link>
		</section>
	);
}
