/** The address of server-sent events, each of which says only that there is news. A browser's EventSource reads it. */
export const activityStream = '/api/designers/activity/stream'
