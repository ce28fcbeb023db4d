import { z } from '../lib/z.ts';
import { staffParams } from './check-in.ts';
import { endpoint } from './endpoint.ts';

const format = z.enum(['csv', 'xlsx']).default('csv');

export const exportStaffGuests = endpoint({
	id: 'checkIn.exportStaffGuests',
	method: 'GET',
	path: '/api/staff-access/export/{token}/guests',
	summary:
		'Export the guest list of a staff link: names, ticket types, check-in state; email addresses only for links that show them. No ticket codes.',
	access: { kind: 'staff', ability: 'export' },
	limit: 'export',
	params: staffParams,
	query: z.object({ format }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const exportStaffScans = endpoint({
	id: 'checkIn.exportStaffScans',
	method: 'GET',
	path: '/api/staff-access/export/{token}/scans',
	summary: 'Export the scans of a staff link: when, where, who and the result. No ticket codes.',
	access: { kind: 'staff', ability: 'export' },
	limit: 'export',
	params: staffParams,
	query: z.object({ format }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
