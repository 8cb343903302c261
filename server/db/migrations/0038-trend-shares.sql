-- Shares of colours, palettes and shapes are parts of the logos of which those are known, not of all.
update trend_quarter set trends = coalesce((
  select jsonb_agg(trend || jsonb_build_object(
    'share', round((trend ->> 'count')::numeric / logo_ct, 4),
    'before_share', coalesce(round((trend ->> 'before_count')::numeric / nullif(before_ct, 0), 4), 0)) order by n)
  from jsonb_array_elements(trends) with ordinality as trends (trend, n)), '[]');
insert into trend_change (quarter) select quarter from trend_quarter;
comment on column trend_quarter.trends is
  '[{kind, direction, name, color, count, share, before_count, before_share, logo_ids}], as shared/api/trends.ts describes them';
