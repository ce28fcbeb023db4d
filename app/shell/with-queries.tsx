import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { queryClientHere } from '#app/lib/query-client.ts';

/** The query cache for the pages inside. Pages that strangers open first stand outside: they are lighter without it. */
export function Queries({ children }: { children: ReactNode }) {
	const [queryClient] = useState(queryClientHere);
	return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** The layout of public pages that use queries. */
export default function WithQueries() {
	return (
		<Queries>
			<Outlet />
		</Queries>
	);
}
