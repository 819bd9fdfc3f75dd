export const privateFunctions = {
  executableByUsers: ["is_no_query_plan"],
  executableByBoth: ["check_data_api_request"],
  executableByNobody: ["error_codes", "tg_count_version", "tg_refuse_change", "tg_touch"],
};
